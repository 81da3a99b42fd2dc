/** A page that was loaded out of sight is not painted before somebody looks; a slow phone is not waited for longer. */
const longestWaitMs = 3_000;

/**
 * The program, as text for an inline script, that starts the shop's own script once the page has been painted, or at
 * once in a tab that nobody looks at and in a browser that does not tell.
 * @param path of the script
 * @param needed what that script imports at once, so that all of it is asked for together; what the page itself needs
 *   stands in the document's `page-scripts`
 */
export function startAfterPaint(path: string, needed: readonly string[]): string {
  return `(function(d,w){
var started=0;
function add(tag,values){d.head.appendChild(Object.assign(d.createElement(tag),values))}
function start(){
if(started++)return;
var page=d.querySelector('meta[name=page-scripts]');
${JSON.stringify(needed)}.concat(page?page.content.split(' '):[]).forEach(function(path){add('link',{rel:'modulepreload',href:path})});
add('script',{type:'module',src:${JSON.stringify(path)}})
}
d.addEventListener('DOMContentLoaded',function(){
try{
if(d.hidden)return start();
new PerformanceObserver(function(list){if(list.getEntriesByName('first-contentful-paint').length)start()}).observe({type:'paint',buffered:true});
w.setTimeout(start,${longestWaitMs})
}catch(e){start()}
})
})(document,window)`.replaceAll('\n', '');
}
