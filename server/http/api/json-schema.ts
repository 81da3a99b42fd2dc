import { z } from 'zod';

export type Json = Record<string, unknown>;

/** The JSON Schema of an input (draft 2020-12, as OpenAPI 3.1 uses it). */
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

/** The JSON Schema of a reply. */
export function replySchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  return rest;
}

const textValues = {
  type: 'object',
  description: 'The values of its placeholders; times in ISO 8601',
  additionalProperties: { type: ['string', 'number'] },
};

/** The fields of RFC 9457 that our refusals have. */
export const problemSchema = {
  type: 'object',
  description: 'A refusal (RFC 9457). It may have flags too, such as `acknowledged: false`.',
  required: ['type', 'title', 'status', 'detail', 'requestId'],
  properties: {
    type: { type: 'string', description: 'Ends in `#` and the code of the problem' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A message for the user, in English' },
    detailId: { type: 'string', description: 'Which text of the shop the detail is' },
    detailValues: textValues,
    requestId: { type: 'string', description: "Identifies the line in the server's log" },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: {
          field: { type: 'string' },
          message: { type: 'string' },
          messageId: { type: 'string', description: 'Which text of the shop the message is' },
          messageValues: textValues,
        },
      },
    },
  },
};
