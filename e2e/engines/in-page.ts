/** What a person looks for: a role, and a name. A name that is a string is the whole name. */
export interface Target {
  role: Role;
  name: string | RegExp;
  /** Inside of which element. */
  within?: Target;
}

export type Role =
  | 'article'
  | 'button'
  | 'dialog'
  | 'field'
  | 'group'
  | 'heading'
  | 'link'
  | 'main'
  | 'navigation'
  | 'picture'
  | 'region';

/** A target as it is sent to the page, from the outermost element to the innermost. */
export type SentTarget = readonly { role: Role; source: string; flags: string }[];

export function toSent({ role, name, within }: Target): SentTarget {
  const pattern =
    typeof name === 'string' ? new RegExp(`^${name.replace(/[^\w\s]/g, '\\$&')}$`) : name;
  const { source, flags } = pattern;
  return [...(within ? toSent(within) : []), { role, source, flags }];
}

/** Runs in the page: the elements that have the role and the name and are shown, and the names of all with that role. */
export function findInPage(target: SentTarget): { found: Element[]; names: string[] } {
  const selectors: Record<Role, string> = {
    article: 'article, tr',
    button: 'button, [role=button]',
    dialog: '[role=dialog], [role=alertdialog], dialog[open]',
    field: 'input, select, textarea',
    group: 'fieldset, [role=group]',
    heading: 'h1, h2, h3, h4, [role=heading]',
    link: 'a[href]',
    main: 'main',
    navigation: 'nav',
    picture: 'img, [role=img]',
    region: 'section, [role=region]',
  };
  /** The text of an element as assistive technology reads it, with the alternative texts of pictures. */
  function textOf(node: Node): string {
    if (node instanceof Text) return node.data;
    if (!(node instanceof Element) || node.getAttribute('aria-hidden') === 'true') return '';
    if (node instanceof HTMLImageElement) return ` ${node.alt} `;
    return [...node.childNodes].map(textOf).join(node instanceof HTMLSpanElement ? '' : ' ');
  }
  function nameOf(element: Element): string {
    const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
    const labels = ids.flatMap((id) => document.getElementById(id) ?? []);
    const own = (element as Partial<HTMLInputElement>).labels ?? [];
    const legend = element.querySelector(':scope > legend');
    const text =
      labels.map(textOf).join(' ') ||
      element.getAttribute('aria-label') ||
      [...own].map(textOf).join(' ') ||
      textOf(legend ?? element);
    return text.replace(/\s+/g, ' ').trim();
  }
  let scopes: Element[] = [document.documentElement];
  let names: string[] = [];
  for (const { role, source, flags } of target) {
    const pattern = new RegExp(source, flags);
    const candidates = scopes
      .flatMap((scope) => [...scope.querySelectorAll(selectors[role])])
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => element.closest('[aria-hidden=true], [inert]') === null);
    names = candidates.map(nameOf);
    scopes = candidates.filter((_, index) => pattern.test(names[index] ?? ''));
  }
  return { found: [...new Set(scopes)], names };
}

/**
 * Runs in the page: whether its script runs, knows whether somebody is signed in, and has hydrated the page below the
 * navigation bar, which React does later.
 */
export function isHydrated(): boolean {
  const bar = document.querySelector('nav[aria-label=Main]');
  const ways = [...(bar?.querySelectorAll('a, button') ?? [])].filter(({ textContent }) =>
    /^(Login|Logout)$/.test(textContent?.trim() ?? ''),
  );
  const heading = document.querySelector('main h1');
  const isOfReact = (element: Element) =>
    Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  return ways.length === 1 && (heading === null || isOfReact(heading));
}

/** Runs in the page: from now on stores errors of its scripts and violations of its policy, until the tab is closed. */
export function recordFaults(): void {
  const key = 'browser-test-faults';
  if (document.documentElement.hasAttribute(`data-${key}`)) return;
  document.documentElement.setAttribute(`data-${key}`, '');
  const record = (fault: string) =>
    sessionStorage.setItem(key, `${sessionStorage.getItem(key) ?? ''}${fault}\n`);
  addEventListener('error', (event) => record(`uncaught: ${event.message}`));
  addEventListener('unhandledrejection', (event) => record(`unhandled: ${String(event.reason)}`));
  addEventListener('securitypolicyviolation', (event) =>
    record(`policy violated: ${event.effectiveDirective} blocked ${event.blockedURI}`),
  );
}

/** Runs in the page. */
export function readFaults(): string {
  return sessionStorage.getItem('browser-test-faults') ?? '';
}
