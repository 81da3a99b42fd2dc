/** Where a chosen theme is kept: 'light' or 'dark'. Nothing kept means: as the system has it. */
export const themeKey = 'theme';

export type Theme = 'light' | 'dark';

/** What the browser paints around the page; the same as `--color-paper` in theme.css, which a test holds. */
export const themeColors: Record<Theme, string> = { light: '#faf4e9', dark: '#18120e' };

/** For the head, before `themeBoot`: what holds until a theme is chosen. */
export const themeMeta = [
  '<meta name="color-scheme" content="light dark">',
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColors.light}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColors.dark}">`,
].join('');

/**
 * The body of the one inline script: puts a kept choice on <html> before anything is painted. A constant, so that the
 * server can put its hash into the Content-Security-Policy. Storage may be forbidden; then the system's theme stays.
 */
export const themeBoot = `(function(d){try{var t=localStorage.getItem('${themeKey}')}catch(e){}if(t==='light'||t==='dark'){d.documentElement.dataset.theme=t;d.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.content=t==='dark'?'${themeColors.dark}':'${themeColors.light}'})}})(document)`;
