import { t } from '#contract/text.ts';
/** What to do in a browser that blocks cookies or storage. */
export function siteDataNeeded(): string {
  const { hostname } = location;
  return t`This browser blocks cookies and site data, and without them you cannot stay logged in. Allow both for ${hostname} in its settings, then load this page again.`;
}
