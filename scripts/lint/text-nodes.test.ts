import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';

/**
 * A browser that translates a page wraps each text node in an element of its own. React then no longer finds the nodes that it
 * has made: it cannot insert before one, cannot remove one, and writes a change into one that is not in the page. It
 * does find the elements, and replaces the whole text of one that has nothing else in it.
 */
interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

const web = fileURLToPath(new URL('../../web', import.meta.url));
const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.tsx') && !/\.test\.tsx$|-samples\.tsx$/.test(file),
);

it('a text that changes or comes and goes is alone in its element, and so is one behind what comes and goes', () => {
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(bareTextsOf)).toEqual([]);
});

function bareTextsOf(file: string): string[] {
  const source = readFileSync(join(web, file), 'utf8');
  const found: string[] = [];
  const program = parseSync(file, source).program as unknown as Node;
  const translated = elementsInTrans(program);
  visit(program, (node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return;
    if (isTrans(node)) return;
    const parts = node.children as Node[];
    const children = translated.has(node)
      ? textRuns(parts)
      : parts.filter(isRendered).flatMap(shownBy);
    const isFragment = node.type === 'JSXFragment';
    const bare = children.filter((child, place) => {
      if (isFixedText(child)) {
        return isFragment || children.slice(0, place).some(comesAndGoes);
      }
      const isAlone = children.length === 1 && !isFragment;
      return (
        !isAlone &&
        child.type === 'JSXExpressionContainer' &&
        mayBeText(child.expression as Node, source)
      );
    });
    for (const { start, end } of bare) {
      const line = source.slice(0, start).split('\n').length;
      found.push(`web/${file}:${line} ${source.slice(start, end as number).trim()}`);
    }
  });
  return found;
}

function visit(node: Node, see: (node: Node) => unknown): void {
  see(node);
  for (const value of Object.values(node).flat()) {
    if (typeof value === 'object' && value !== null && 'type' in value) visit(value as Node, see);
  }
}

/** White space that JSX leaves out, comments and single spaces are no texts to translate. */
function isRendered(child: Node): boolean {
  if (child.type === 'JSXText') return (child.value as string).trim() !== '';
  if (child.type !== 'JSXExpressionContainer') return true;
  return (child.expression as Node).type !== 'JSXEmptyExpression' && !isSpace(child);
}

function isSpace({ type, expression }: Node): boolean {
  return type === 'JSXExpressionContainer' && (expression as Node).value === ' ';
}

const comesAndGoes = (child: Node) =>
  child.type === 'JSXExpressionContainer' && !isFixedText(child) && !isSpace(child);

/** A document has one language, so what is written with `t` and has no values never changes. */
function isFixedText({ type, expression }: Node): boolean {
  if (type === 'JSXText') return true;
  if (type !== 'JSXExpressionContainer') return false;
  const { type: kind, tag, quasi } = expression as Node;
  if (kind !== 'TaggedTemplateExpression' || (tag as Node).name !== 't') return false;
  return ((quasi as Node).expressions as Node[]).length === 0;
}

function isTrans({ openingElement }: Node): boolean {
  return ((openingElement as Node | undefined)?.name as Node | undefined)?.name === 'Trans';
}

/** `<Trans>` renders no element: what it writes stands in the element around it. */
function shownBy(child: Node): Node[] {
  return isTrans(child) ? textRuns(child.children as Node[]) : [child];
}

/** What a translated sentence consists of: its elements, and between them words and values that are one text. */
function textRuns(parts: readonly Node[]): Node[] {
  const runs: Node[] = [];
  for (const part of parts) {
    const last = runs.at(-1);
    if (part.type === 'JSXElement' || last === undefined || last.type === 'JSXElement') {
      runs.push(part);
    } else if (!isSpace(part) && (isFixedText(last) || isSpace(last))) {
      runs[runs.length - 1] = { ...part, start: last.start };
    }
  }
  return runs.filter(isRendered);
}

/** The elements inside of translated sentences, whose own words and values are one text as well. */
function elementsInTrans(program: Node): Set<Node> {
  const found = new Set<Node>();
  const add = (node: Node) => {
    for (const child of node.children as Node[]) {
      if (child.type !== 'JSXElement') continue;
      found.add(child);
      add(child);
    }
  };
  visit(program, (node) => isTrans(node) && add(node));
  return found;
}

/** Names that a file declares as nodes count as elements, and the texts of the contract never change. */
function mayBeText(node: Node, source: string): boolean {
  const either = (...names: string[]) =>
    names.some((name) => mayBeText(node[name] as Node, source));
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return false;
    case 'Literal':
      return node.value !== null;
    case 'ConditionalExpression':
      return either('consequent', 'alternate');
    case 'LogicalExpression':
      return node.operator === '&&' ? either('right') : either('left', 'right');
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return either('expression');
    default: {
      const text = source.slice(node.start, node.end as number);
      if (/^(messages|searchTexts)\.[\w.]+$|\.map\(/.test(text)) return false;
      const [name = ''] = /^\w+/.exec(text) ?? [];
      if (name === 'children') return false;
      return !new RegExp(`\\b${name}\\??: .*ReactNode|const ${name} = \\(?\\s*<`).test(source);
    }
  }
}
