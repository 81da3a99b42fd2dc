import { type Call, type CallName, calls as contractCalls } from '#contract/calls.ts';
import { apiBase } from '#contract/constants.ts';
import { type ProblemCode, problems } from '#contract/problems.ts';
import {
  testEvent,
  type WebhookType,
  webhookEventTexts,
  webhookTypes,
} from '#contract/webhooks/webhook-events.ts';
import { webhookContent } from '#contract/webhooks/webhooks.ts';
import { version } from '../../../package.json' with { type: 'json' };
import { inputSchema, type Json, problemSchema, replySchema } from './json-schema.ts';
import { requestBody } from './request-body.ts';

export interface OpenApiDeps {
  /** Public address of the shop. */
  origin: string;
  shopName: string;
  /** The calls that this version of the server has handlers for. */
  served: readonly CallName[];
}

/** Makes the OpenAPI 3.1 document from the contract. Calls that share method and path become one operation. */
export function openApiDocument({ origin, shopName, served }: OpenApiDeps): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const group of operations()) {
    const [first] = group;
    if (!first) continue;
    const path = paths[first.path] ?? {};
    path[first.method.toLowerCase()] = operation(group, served);
    paths[first.path] = path;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: shopName,
      version,
      description: 'A marketplace for second-hand musical instruments.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin + apiBase }],
    security: [],
    paths,
    webhooks: Object.fromEntries(webhookTypes.map((type) => [type, webhookOperation(type)])),
    components: {
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The access token that `GET /jwt` returns',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'rp_live_…',
          description:
            'A key for programs that `POST /keys` returned, with the permission that the call names',
        },
        identityToken: {
          type: 'http',
          scheme: 'bearer',
          description: "The identity provider's token",
        },
      },
      schemas: { Problem: problemSchema },
    },
  };
}

/** What an endpoint receives. */
function webhookOperation(type: WebhookType): Json {
  const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return {
    post: {
      operationId: type,
      summary: type === testEvent ? 'The test of an endpoint' : webhookEventTexts[type],
      tags: ['webhooks'],
      security: [],
      parameters: headers.map((name) => ({
        name,
        in: 'header',
        required: true,
        schema: { type: 'string' },
      })),
      requestBody: {
        required: true,
        content: { 'application/json': { schema: replySchema(webhookContent) } },
      },
      responses: { '2XX': { description: 'It is not sent again' } },
    },
  };
}

/** The calls, grouped by method and path. */
export function operations(): Call[][] {
  const groups = new Map<string, Call[]>();
  for (const call of Object.values<Call>(contractCalls)) {
    const key = `${call.method} ${call.path}`;
    groups.set(key, [...(groups.get(key) ?? []), call]);
  }
  return [...groups.values()];
}

function operation(group: Call[], served: readonly CallName[]): Json {
  const statuses = new Map<number, Json>();
  for (const call of group) statuses.set(call.status, success(call));
  for (const [status, codes] of refusals(group)) {
    statuses.set(status, {
      description: codes.map((code) => problems[code].title).join('. '),
      content: { 'application/problem+json': { schema: problemRef } },
    });
  }
  const body = requestBody(group);
  return {
    operationId: group.map((call) => call.name).join('_or_'),
    summary: group.map((call) => call.summary).join('; or '),
    description: group.map(describe).join('\n\n'),
    tags: [tagOf(group)],
    ...(group.some((call) => served.includes(call.name)) ? {} : { 'x-not-served-yet': true }),
    security: securityOf(group),
    parameters: parameters(group),
    ...(body ? { requestBody: body } : {}),
    responses: Object.fromEntries([...statuses].map(([status, reply]) => [String(status), reply])),
  };
}

function describe({ name, who, area, rule, keyScope }: Call): string {
  const key = keyScope ? `; or a key with \`${keyScope}\`` : '';
  const within = area ? `, for admins of the area ${area}` : '';
  return `\`${name}\`: ${who}${within}${key}${rule ? `; ${rule}` : ''}.`;
}

/** The first segment of the path. */
function tagOf([first]: Call[]): string {
  return first?.path.split('/')[1] ?? '';
}

function securityOf(group: Call[]): Json[] {
  const [first] = group;
  if (first?.who === 'identity') return [{ identityToken: [] }];
  const open = group.some((call) => call.who === 'everybody');
  const scopes = group.flatMap(({ keyScope }) => keyScope ?? []);
  const key = scopes.length > 0 ? [{ key: [...new Set(scopes)] }] : [];
  return [...(open ? [{}] : []), { accessToken: [] }, ...key];
}

function parameters(group: Call[]): Json[] {
  const found = new Map<string, Json>();
  for (const call of group) {
    for (const place of ['params', 'query'] as const) {
      const schema = call[place];
      if (!schema) continue;
      const { properties, required } = inputSchema(schema);
      for (const [name, property] of Object.entries(properties)) {
        found.set(`${place} ${name}`, {
          name,
          in: place === 'params' ? 'path' : 'query',
          required: place === 'params' || (group.length === 1 && required.includes(name)),
          schema: property,
        });
      }
    }
  }
  if (group.some((call) => call.repeatable)) found.set('header', idempotencyKey);
  if (group.some((call) => call.versioned)) found.set('if-match', ifMatch);
  return [...found.values()];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Identifies this attempt. A repeated request with the same key has no effect and gets the same reply',
  schema: { type: 'string', maxLength: 255 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version of an earlier reply, as "v7": what has changed since is refused with 412 and its version now',
  schema: { type: 'string', pattern: '^(W/)?"v[0-9]+"$|^[*]$' },
};

function success(call: Call): Json {
  const link = {
    description: 'Address of the next page (RFC 8288), absent on the last page',
    schema: { type: 'string' },
  };
  return {
    description: 'Done',
    ...(call.paged ? { headers: { Link: link } } : {}),
    content: {
      [call.isCsv ? 'text/csv' : 'application/json']: { schema: replySchema(call.reply) },
    },
  };
}

function refusals(group: Call[]): Map<number, ProblemCode[]> {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of new Set(group.flatMap((call) => call.problems))) {
    const { status } = problems[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const problemRef = { $ref: '#/components/schemas/Problem' };
