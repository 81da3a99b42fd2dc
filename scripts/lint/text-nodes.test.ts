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
  visit(parseSync(file, source).program as unknown as Node, (node) => {
    if (node.type !== 'JSXElement' && node.type !== 'JSXFragment') return;
    const children = (node.children as Node[]).filter(isRendered);
    const isFragment = node.type === 'JSXFragment';
    const bare = children.filter((child, place) => {
      if (child.type === 'JSXText') {
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

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node).flat()) {
    if (typeof value === 'object' && value !== null && 'type' in value) visit(value as Node, see);
  }
}

/** White space that JSX leaves out, comments and single spaces are no texts to translate. */
function isRendered({ type, value, expression }: Node): boolean {
  if (type === 'JSXText') return (value as string).trim() !== '';
  if (type !== 'JSXExpressionContainer') return true;
  const { type: kind, value: literal } = expression as Node;
  return kind !== 'JSXEmptyExpression' && literal !== ' ';
}

const comesAndGoes = ({ type }: Node) => type === 'JSXExpressionContainer';

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
