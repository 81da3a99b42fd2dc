/** The longest wait for the first paint, which a hidden page or a slow phone may delay. */
const longestWaitMs = 3_000;

/**
 * The body of an inline script that loads the page's module script after the first paint; in a hidden tab, and in a
 * browser that does not report paints, when the document has been parsed.
 * @param path of the module script
 * @param needed its static imports, to be preloaded with it. The imports of the page itself are named in the document's
 *   `<meta name="page-scripts">`
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
