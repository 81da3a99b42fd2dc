/**
 * The program, as text for an inline script, that remembers the last button that was pressed before the page's script
 * was there. A page arrives readable and its script later: on a slow line a press would otherwise be lost. A form whose
 * button was pressed, which Enter in a field does too, waits with it; the browser would send it where nobody takes it.
 */
export const earlyClicks =
  `(function(d,w){var last=null;function hear(e){var b=e.target.closest('button');if(b)last=b}
function hold(e){e.preventDefault()}
d.addEventListener('click',hear,true);
d.addEventListener('submit',hold);
w.repriseEarly=function(){d.removeEventListener('click',hear,true);return last}})(document,window)`.replaceAll(
    '\n',
    '',
  );
