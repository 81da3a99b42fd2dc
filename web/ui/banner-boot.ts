/** Storage key of the id of the announcement that was closed last. */
export const closedBannerKey = 'closed-banner';

/** Marks <html> with that id, so that a rule of the shop's style sheet hides the announcement from the first paint on. */
export const bannerBoot = `(function(d,b){try{b=localStorage.getItem('${closedBannerKey}');if(b)d.documentElement.dataset.closedBanner=b}catch(e){}})(document)`;
