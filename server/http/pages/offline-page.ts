import { escapeHtml } from '#contract/escape-html.ts';
import { themeColours } from '#contract/shop/theme-colours.ts';
import { t } from '#contract/text.ts';
import type { LoadedShop } from '../../core/loaded-shop.ts';
import { directionOf } from '../../core/shop-language.ts';
import { inlineHashes } from './page-source.ts';

/** Called for a reader: the page in the current language, which needs no other file. */
export function offlinePage(shop: LoadedShop, tag: string): string {
  const { name } = shop.public;
  return `<!doctype html>
<html lang="${tag}" dir="${directionOf(tag)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(t`You are offline | ${name}`)}</title>
<style>${styleOf(shop)}</style>
<script>${script}</script>
<main>
<p>${escapeHtml(name)}</p>
<h1>${t`You are offline`}</h1>
<p>${t`This page needs a connection. It opens by itself when there is one.`}</p>
<a href="">${t`Try again`}</a>
</main>
</html>
`;
}

/** Allows the page's own style and script, and nothing else. */
export function offlinePolicy(page: string): string {
  const { scripts, styles } = inlineHashes(page);
  const sources = (hashes: readonly string[]) => hashes.map((hash) => `'sha256-${hash}'`).join(' ');
  return `default-src 'none'; script-src ${sources(scripts)}; style-src ${sources(styles)}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** The theme that the visitor chose (`web/ui/theme-boot.ts`), and the page itself once there is a connection. */
const script =
  "try{var t=localStorage.getItem('theme')}catch(e){}if(t)document.documentElement.style.colorScheme=t;addEventListener('online',function(){location.reload()})";

/** As `web/theme.css` has them. */
const usual = {
  button: '#e0ab45',
  buttonText: '#261b14',
  accent: '#87540a',
  accentOnDark: '#e8b95c',
};

function styleOf({ mailColours }: LoadedShop): string {
  const { light, dark } = themeColours;
  const { button, buttonText, accent, accentOnDark } = mailColours ?? usual;
  const both = (one: string, other: string) => `light-dark(${one},${other})`;
  return [
    `body{margin:0;min-height:100vh;display:grid;place-items:center;background:${both(light.paper, dark.paper)};color:${both(light.ink, dark.ink)};font:1rem/1.6 system-ui,sans-serif}`,
    'main{max-width:26rem;padding:1.5rem;text-align:center;overflow-wrap:anywhere}',
    'h1,main>p:first-child{font-family:Georgia,serif;line-height:1.2}',
    `main>p:first-child{margin:0 0 2rem;font-size:1.25rem;color:${both(accent, accentOnDark)}}`,
    'h1{margin:0 0 .75rem;font-size:2rem}',
    `p{margin:0 0 1.5rem;color:${both(light.muted, dark.muted)}}`,
    `a{display:inline-block;padding:.7rem 1.5rem;border-radius:.5rem;background:${button};color:${buttonText};font-weight:600;text-decoration:none}`,
    `a:focus-visible{outline:3px solid ${both(light.ink, dark.ink)};outline-offset:3px}`,
  ].join('');
}
