import { z } from 'zod';

export type Json = Record<string, unknown>;

/** What may be sent, as JSON Schema (draft 2020-12, which OpenAPI 3.1 takes as it is). */
export function inputSchema(schema: z.ZodType): {
  properties: Record<string, Json>;
  required: string[];
} {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const { properties = {}, required = [] } = rest as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return { ...rest, properties, required };
}

/** What is answered, as JSON Schema. */
export function replySchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
}

/** RFC 9457 as we fill it in. */
export const problemSchema = {
  type: 'object',
  description: 'A refusal (RFC 9457). Flags such as `acknowledged: false` may stand beside these.',
  required: ['type', 'title', 'status', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', description: 'Ends in `#` and the code of the problem' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for the person' },
    requestId: { type: 'string', description: 'Leads the operator to the line in the log' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
};
