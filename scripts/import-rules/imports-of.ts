import { parseSync, Visitor } from 'oxc-parser';

export interface Import {
  /** As written: `./port.ts`, `#contract/call.ts`, `zod`. */
  specifier: string;
  line: number;
}

export interface ModuleFacts {
  imports: Import[];
  /** Lines on which `process.env` is read. */
  environmentLines: number[];
}

/**
 * What a module takes from elsewhere: by import, import type, export from, `import()` and the type `import('…')`.
 * Throws when the file cannot be parsed.
 */
export function factsOf(path: string, source: string): ModuleFacts {
  const facts: ModuleFacts = { imports: [], environmentLines: [] };
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be parsed: ${error.message}`);
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const add = (from: { value?: unknown; start: number } | null | undefined) => {
    // What is put together while running cannot be followed.
    if (typeof from?.value !== 'string') return;
    facts.imports.push({ specifier: from.value, line: lineAt(from.start) });
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add('value' in node.source ? node.source : null),
    TSImportType: (node) => add(node.source),
    MemberExpression(node) {
      const { object, property } = node;
      if (object.type !== 'Identifier' || object.name !== 'process') return;
      const name = property.type === 'Identifier' ? property.name : undefined;
      const literal = property.type === 'Literal' ? property.value : undefined;
      if ((name ?? literal) === 'env') facts.environmentLines.push(lineAt(node.start));
    },
  }).visit(program);
  return facts;
}
