import { accessTokenKey } from '#contract/constants.ts';
import { bannerBoot } from '../ui/banner-boot.ts';
import { viewBoot } from '../ui/list-view-boot.ts';
import { themeBoot, themeMeta } from '../ui/theme-boot.ts';

/** Whether the stored token is unexpired. The identity code validates it properly later. */
const isGood = `JSON.parse(atob(t.split('.')[1].replace(/-/g,'+').replace(/_/g,'/'))).exp*1e3>Date.now()`;

/**
 * Marks <html> with `data-session` when an unexpired access token is stored. The server-rendered page contains the
 * links of guests and of members, because the server cannot know who is asking; CSS shows the right ones by this
 * mark from the first paint.
 */
const sessionBoot = `(function(d,t){try{t=localStorage.getItem('${accessTokenKey}');if(t&&${isGood})d.documentElement.dataset.session='kept'}catch(e){}})(document)`;

/**
 * Marks <html> with `data-passkeys` where the browser can use passkeys of this shop: they belong to a host name, so there are
 * none at an IP address. Buttons for them are in the HTML of the server, and CSS hides them without the mark.
 */
const passkeyBoot = `(function(w,k){k=w.PublicKeyCredential;if(k&&k.parseRequestOptionsFromJSON&&!/^[\\d.]+$|:/.test(location.hostname))document.documentElement.dataset.passkeys=''})(window)`;

/**
 * Remembers the buttons that were pressed before the page's own script is there, in their order and each once.
 * A server-rendered page can be read seconds before that: on a slow line such a click would be lost. It also prevents
 * the submission of forms without an `action`, which the server would not handle; Enter in a field clicks the form's button, so the form is
 * submitted later too. early-clicks.ts clicks the buttons again after hydration.
 */
const earlyClickBoot = `var earlyButtons=[];function rememberButton(e,b){if(b=e.target.closest('button'))earlyButtons=earlyButtons.filter(function(o){return o!==b}).concat(b)}document.addEventListener('click',rememberButton,true);document.addEventListener('submit',function(e){e.target.getAttribute('action')||e.preventDefault()})`;

/**
 * What must run before the first paint, as HTML: the only inline script, so one hash in the Content-Security-Policy
 * allows it.
 */
export const bootHtml = `${themeMeta}<script>${themeBoot};${viewBoot};${bannerBoot};${sessionBoot};${passkeyBoot};${earlyClickBoot}</script>`;
