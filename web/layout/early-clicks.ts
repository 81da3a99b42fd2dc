/**
 * The program, as text for an inline script, that remembers the last button that was pressed before the page's script
 * was there. A page arrives readable and its script later: on a slow line a press would otherwise be lost.
 */
export const earlyClicks =
  `(function(d,w){var last=null;function hear(e){var b=e.target.closest('button');if(b)last=b}
d.addEventListener('click',hear,true);
w.repriseEarly=function(){d.removeEventListener('click',hear,true);return last}})(document,window)`.replaceAll(
    '\n',
    '',
  );
