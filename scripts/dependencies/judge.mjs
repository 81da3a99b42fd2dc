/**
 * Licences of packages that a shop runs on. Those of sharp's image library ask for the library to be replaceable, which a
 * package of its own is.
 */
const allowedLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'PSF-2.0',
  // It asks that changes to the package itself are published: of mediabunny there are none.
  'MPL-2.0',
]);

/**
 * Advisories that do not concern a shop, each with the reason and a day from which it is asked about again.
 * @type {Record<string, { reason: string, until: string }>}
 */
const accepted = {};

/**
 * What is wrong with the licences of the packages.
 * @param {{ components: { name: string, version: string, licenses?: any[] }[] }} sbom in the format of CycloneDX
 * @returns {string[]}
 */
export function judgeLicences({ components }) {
  return components.flatMap(({ name, version, licenses = [] }) => {
    const named = licenses.flatMap(({ license, expression }) =>
      namesIn(license?.id ?? license?.name ?? expression ?? ''),
    );
    const wrong = named.filter((licence) => !allowedLicences.has(licence));
    if (named.length > 0 && wrong.length === 0) return [];
    return [`${name} ${version} has the licence ${wrong.join(', ') || 'of nobody'}`];
  });
}

/**
 * The severe advisories that concern packages that a shop runs on.
 * @param {{ vulnerabilities?: Record<string, { name: string, severity: string, via: (string | { url?: string, title?: string, severity?: string })[] }> }} audit the JSON of `npm audit`
 * @param {string} today `2026-11-22`
 * @param {typeof accepted} [exceptions]
 * @returns {string[]}
 */
export function judgeAdvisories({ vulnerabilities = {} }, today, exceptions = accepted) {
  return Object.values(vulnerabilities).flatMap(({ name, via }) =>
    via.flatMap((advisory) => {
      // A name means that another package of the list is the cause.
      if (typeof advisory === 'string') return [];
      const { url = '', title = '', severity = '' } = advisory;
      if (severity !== 'high' && severity !== 'critical') return [];
      const id = url.split('/').at(-1) ?? '';
      const exception = exceptions[id];
      if (exception && today < exception.until) return [];
      return [`${name}: ${title} (${severity}, ${url})`];
    }),
  );
}

/** @param {string} expression of SPDX: `(MIT OR Apache-2.0)` */
function namesIn(expression) {
  return expression.split(/\s+(?:AND|OR)\s+|[()]/).filter((part) => part !== '');
}
