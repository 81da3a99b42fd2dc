/** Storage key of the chosen theme, 'light' or 'dark'. Nothing stored means: follow the system. */
export const themeKey = 'theme';

export type Theme = 'light' | 'dark';

/** The browser's own colours around the page. A test checks that they equal `--color-paper` in theme.css. */
export const themeColors: Record<Theme, string> = { light: '#faf4e9', dark: '#18120e' };

/** The tag for the head, before `themeBoot`: it applies until a theme is chosen. */
export const themeMeta = [
  '<meta name="color-scheme" content="light dark">',
  `<meta name="theme-color" media="(prefers-color-scheme: light)" content="${themeColors.light}">`,
  `<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${themeColors.dark}">`,
].join('');

/**
 * The body of an inline script that applies a stored theme before the first paint. A constant, so that the server
 * can allow it by its hash in the Content-Security-Policy. If storage is blocked, the system's theme applies.
 */
export const themeBoot = `(function(d){try{var t=localStorage.getItem('${themeKey}')}catch(e){}if(t==='light'||t==='dark'){d.documentElement.dataset.theme=t;d.querySelectorAll('meta[name=theme-color]').forEach(function(m){m.content=t==='dark'?'${themeColors.dark}':'${themeColors.light}'})}})(document)`;
