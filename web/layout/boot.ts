import { accessTokenKey } from '#contract/constants.ts';
import { themeBoot, themeMeta } from '../ui/theme-boot.ts';

/**
 * Marks <html> with `data-session` when an access token is kept. The server's page cannot know who comes; it carries the
 * links of a guest and those of a person who is signed in, and by this mark CSS shows the right ones from the first paint.
 */
const sessionBoot = `(function(d){try{if(localStorage.getItem('${accessTokenKey}'))d.documentElement.dataset.session='kept'}catch(e){}})(document)`;

/** What has to run before anything is painted, as HTML: the only inline script, so that one hash lets it through. */
export const bootHtml = `${themeMeta}<script>${themeBoot};${sessionBoot}</script>`;
