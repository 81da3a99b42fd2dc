/** Storage key of the chosen view of product lists. Nothing stored means a grid. */
export const viewKey = 'view';

/**
 * The body of an inline script that applies a stored view before the first paint, as `data-view` of <html>: the
 * server renders the same cards for both, and CSS (`list-view:`) lays them out.
 */
export const viewBoot = `(function(d){try{if(localStorage.getItem('${viewKey}')==='list')d.documentElement.dataset.view='list'}catch(e){}})(document)`;
