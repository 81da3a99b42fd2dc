import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/**
 * Pages are mirrored where people read from right to left. So a style says where reading starts and ends instead of
 * left and right, and what has no such word says both.
 */
const classes: Record<string, string> = {
  ml: 'ms',
  mr: 'me',
  pl: 'ps',
  pr: 'pe',
  left: 'start',
  right: 'end',
  'border-l': 'border-s',
  'border-r': 'border-e',
  'rounded-l': 'rounded-s',
  'rounded-r': 'rounded-e',
  'rounded-tl': 'rounded-ss',
  'rounded-tr': 'rounded-se',
  'rounded-bl': 'rounded-es',
  'rounded-br': 'rounded-ee',
  'scroll-ml': 'scroll-ms',
  'scroll-mr': 'scroll-me',
  'scroll-pl': 'scroll-ps',
  'scroll-pr': 'scroll-pe',
  'text-left': 'text-start',
  'text-right': 'text-end',
  'float-left': 'float-start',
  'float-right': 'float-end',
  'space-x': 'gap-x',
  'divide-x': 'not-last:border-e',
};
/** They have no logical form, so each stands beside its mirror image. */
const mirrored = [
  'translate-x',
  'scale-x',
  'origin-left',
  'origin-right',
  'bg-linear-to-l',
  'bg-linear-to-r',
];

const properties: Record<string, string> = {
  'margin-left': 'margin-inline-start',
  'margin-right': 'margin-inline-end',
  'padding-left': 'padding-inline-start',
  'padding-right': 'padding-inline-end',
  'border-left': 'border-inline-start',
  'border-right': 'border-inline-end',
  'border-top-left-radius': 'border-start-start-radius',
  'border-top-right-radius': 'border-start-end-radius',
  'border-bottom-left-radius': 'border-end-start-radius',
  'border-bottom-right-radius': 'border-end-end-radius',
  left: 'inset-inline-start',
  right: 'inset-inline-end',
};

const web = fileURLToPath(new URL('../../web', import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (file) => !/\.test\.tsx?$|-samples\.tsx?$/.test(file),
);
const scripts = files.filter((file) => /\.tsx?$/.test(file));
const styles = files.filter((file) => file.endsWith('.css'));

it('a class of the web says start and end instead of left and right', () => {
  expect(scripts.length).toBeGreaterThan(300);
  expect(scripts.flatMap((file) => physicalClasses(file, read(file)))).toEqual([]);
});

it('a style sheet of the web says start and end instead of left and right', () => {
  expect(styles.length).toBeGreaterThan(3);
  expect(styles.flatMap((file) => physicalProperties(file, read(file)))).toEqual([]);
});

it.each([
  [`const style = 'md:-ml-2 flex';`, 'web/a.tsx:1 md:-ml-2: ms'],
  ['<p className={`p-2 before:left-[3px]`} />;', 'web/a.tsx:1 before:left-[3px]: start'],
  [`const style = 'border-l border-line';`, 'web/a.tsx:1 border-l: border-s'],
  [`const style = '@[48rem]:text-right!';`, 'web/a.tsx:1 @[48rem]:text-right!: text-end'],
  [`const style = '[padding-left:5px]';`, 'web/a.tsx:1 [padding-left:5px]: padding-inline-start'],
  [
    `const style = 'translate-x-4';`,
    'web/a.tsx:1 translate-x-4: the opposite beside it, with rtl:',
  ],
])('%s is refused, and the message says what to write', (source, message) => {
  expect(physicalClasses('a.tsx', source)).toEqual([message]);
});

it('a class beside its mirror image, and a word that only looks like a class, are not refused', () => {
  const source = `const style = 'translate-x-4 rtl:-translate-x-4 rtl:-scale-x-100 -translate-y-1/2';
    const text = 'The seller left-handed guitars are right for, on the left';`;
  expect(physicalClasses('a.tsx', source)).toEqual([]);
});

it.each([
  ['.a { margin-left: 1px }', 'web/a.css:1 margin-left: 1px: margin-inline-start'],
  ['.a {\n  left: 0;\n}', 'web/a.css:2 left: 0: inset-inline-start'],
  ['.a { text-align: right }', 'web/a.css:1 text-align: right: end'],
  [
    '.a { inset: 1px auto auto 2px }',
    'web/a.css:1 inset: 1px auto auto 2px: inset-block and inset-inline',
  ],
])('%s is refused in a style sheet', (source, message) => {
  expect(physicalProperties('a.css', source)).toEqual([message]);
});

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

function read(file: string): string {
  return readFileSync(join(web, file), 'utf8');
}

/** With the file, the line and what to write instead. */
function physicalClasses(file: string, source: string): string[] {
  const found: string[] = [];
  visit(parseSync(file, source).program as unknown as Node, ({ type, start, value }) => {
    const text =
      type === 'TemplateElement'
        ? (value as { raw: string }).raw
        : type === 'Literal' && typeof value === 'string'
          ? value
          : '';
    const words = text.split(/\s+/).filter(Boolean);
    for (const word of words) {
      const instead = insteadOf(word, words);
      if (!instead) continue;
      const line = source.slice(0, start).split('\n').length;
      found.push(`web/${file}:${line} ${word}: ${instead}`);
    }
  });
  return found;
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node).flat()) {
    if (typeof value === 'object' && value !== null && 'type' in value) visit(value as Node, see);
  }
}

/** What to write instead of a class; undefined when it may stay. */
function insteadOf(word: string, beside: readonly string[]): string | undefined {
  const [, property] = /\[([a-z-]+):[^\]]+\]!?$/.exec(word) ?? [];
  if (property) return properties[property];
  const utility = utilityOf(word);
  const name = Object.keys(classes).find((one) => isUtility(utility, one));
  if (name) return classes[name];
  const both = mirrored.find((one) => isUtility(utility, one));
  // `rtl:-scale-x-100` alone is a mirror image of what has no such class.
  const isMirrored = beside.some(
    (one) => one.includes('rtl:') && mirrored.some((name) => one.includes(name)),
  );
  return both && !isMirrored ? 'the opposite beside it, with rtl:' : undefined;
}

/** Without variants such as `md:`, a minus and an exclamation mark. */
function utilityOf(word: string): string {
  const withoutVariants = word.replaceAll(/\[[^\]]*\]/g, (part) => part.replaceAll(':', '_'));
  return withoutVariants.slice(withoutVariants.lastIndexOf(':') + 1).replace(/^!?-?|!$/g, '');
}

function isUtility(utility: string, name: string): boolean {
  if (utility === name) return /-/.test(name);
  if (!utility.startsWith(`${name}-`)) return false;
  const value = utility.slice(name.length + 1);
  return (
    /^(\d|\[|\(|px$|auto$|full$)/.test(value) ||
    (/^(border|rounded)-/.test(name) && /^[a-z]/.test(value))
  );
}

/** With the file, the line and what to write instead. */
function physicalProperties(file: string, source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...code.matchAll(/(?<=[{;\s])([a-z-]+):\s*([^;{}]+)(?=[;}])/g)].flatMap((found) => {
    const [, name = '', value = ''] = found;
    const instead = insteadOfDeclaration(name, value.trim());
    const line = code.slice(0, found.index).split('\n').length;
    return instead ? [`web/${file}:${line} ${name}: ${value.trim()}: ${instead}`] : [];
  });
}

function insteadOfDeclaration(name: string, value: string): string | undefined {
  const [, side] = /^(?:text-align|float|clear): (left|right)$/.exec(`${name}: ${value}`) ?? [];
  if (side) return { left: 'start', right: 'end' }[side];
  const [, right, , left] = value.split(/\s+(?![^(]*\))/);
  const hasSides = /^(inset|margin|padding)$/.test(name) && left !== undefined && left !== right;
  if (hasSides) return `${name}-block and ${name}-inline`;
  return properties[name.replace(/^(border-(?:left|right))-(width|style|color)$/, '$1')];
}
