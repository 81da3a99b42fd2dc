import { escapeHtml } from '#contract/escape-html.ts';

/** A person at the fake Google. */
export interface FakeGooglePerson {
  email: string;
  name: string;
  isVerified: boolean;
}

/** The page on which the visitor chooses a person. It states that it is not Google. */
export function fakeGooglePage(
  authorizeUrl: URL,
  people: readonly FakeGooglePerson[],
  chosenParameter: string,
): string {
  const choices = people.map(({ email, name }) => {
    const url = new URL(authorizeUrl);
    url.searchParams.set(chosenParameter, email);
    const href = escapeHtml(`${url.pathname}${url.search}`);
    return `<li><a href="${href}"><b>${escapeHtml(name)}</b><span>${escapeHtml(email)}</span></a></li>`;
  });
  const cancelHref = cancelUrl(authorizeUrl);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fake Google</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note">This is not Google. The demo of the shop plays it here, on this machine alone, so that you can try signing in.</p>
<h1>Who would you like to be?</h1>
<ul>${choices.join('')}</ul>
${cancelHref === null ? '' : `<a class="cancel" href="${escapeHtml(cancelHref)}">Cancel</a>`}
</main>
</body>
</html>`;
}

/** The redirect of a user who cancels, as Google sends it. */
function cancelUrl(authorizeUrl: URL): string | null {
  const back = authorizeUrl.searchParams.get('redirect_uri');
  if (back === null || !URL.canParse(back) || !/^https?:$/.test(new URL(back).protocol))
    return null;
  const url = new URL(back);
  url.searchParams.set('error', 'access_denied');
  const state = authorizeUrl.searchParams.get('state');
  if (state !== null) url.searchParams.set('state', state);
  return url.href;
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
main { max-width: 26rem; margin: 0 auto; padding: 1.5rem; }
.note { border: 2px dashed; border-radius: .5rem; padding: .75rem 1rem; }
h1 { font-size: 1.25rem; }
ul { list-style: none; margin: 0 0 1.5rem; padding: 0; }
li a { display: grid; gap: .1rem; border: 1px solid; border-radius: .5rem; padding: .75rem 1rem; margin-bottom: .5rem; color: inherit; text-decoration: none; }
li a:hover, li a:focus-visible { outline: 3px solid; }
span { opacity: .8; }
.cancel { color: inherit; }
`;
