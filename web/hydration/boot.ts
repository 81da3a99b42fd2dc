import { accessTokenKey } from '#contract/constants.ts';
import { themeBoot, themeMeta } from '../ui/theme-boot.ts';
import { earlyClicks } from './early-clicks.ts';

/** Whether the token that is kept has not run out, in as few bytes as it takes. The identity reads it properly later. */
const isGood = `JSON.parse(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1e3>Date.now()`;

/**
 * Marks <html> with `data-session` when a good access token is kept. The server's page cannot know who comes; it carries
 * the links of a guest and those of a person who is signed in, and by this mark CSS shows the right ones from the first
 * paint.
 */
const sessionBoot = `(function(d,t){try{t=localStorage.getItem('${accessTokenKey}');if(t&&${isGood})d.documentElement.dataset.session='kept'}catch(e){}})(document)`;

/** What has to run before anything is painted, as HTML: the only inline script, so that one hash lets it through. */
export const bootHtml = `${themeMeta}<script>${themeBoot};${sessionBoot};${earlyClicks}</script>`;
