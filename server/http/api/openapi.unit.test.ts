import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { type Call, type CallName, calls } from '#contract/calls.ts';
import { webhookTypes } from '#contract/webhooks/webhook-events.ts';
import type { Json } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';
import { exampleBody } from './request-body.ts';

interface Operation {
  operationId: string;
  summary?: string;
  security: Record<string, string[]>[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, Content> };
}
interface Content {
  schema: { properties?: object };
  examples?: Record<string, { value: object }>;
}

const document = openApiDocument({
  origin: 'https://shop.test',
  shopName: 'Reprise',
  served: Object.keys(calls) as CallName[],
});
const paths = document.paths as Record<string, Record<string, Operation>>;
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.values(methods).map((operation) => ({ path, operation })),
);
const all = Object.values<Call>(calls);
const operationOf = ({ path, method }: Call) => paths[path]?.[method.toLowerCase()];

it('the OpenAPI document is valid by the schema of OpenAPI 3.1', async () => {
  const validate = (document: Json) => new Validator().validate(structuredClone(document));
  expect(await validate(document)).toEqual({ valid: true });
  expect(await validate({ ...document, paths: { broken: {} } })).toMatchObject({ valid: false });
});

it('every operation has a summary, a name of its own and the parameters of its path', () => {
  const names = operations.map(({ operation }) => operation.operationId);
  expect(new Set(names).size).toBe(names.length);
  for (const { path, operation } of operations) {
    expect(operation.summary, operation.operationId).toMatch(/\w+/);
    const declared = operation.parameters.filter((one) => one.in === 'path');
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(declared.map(({ name }) => name).sort(), path).toEqual(inPath.sort());
  }
});

it('the OpenAPI document has the body of every call, uploads and webhooks too', () => {
  for (const call of all) {
    const content = operationOf(call)?.requestBody?.content ?? {};
    const types = Object.keys(content);
    if (call.multipart) {
      expect(types).toEqual(['multipart/form-data']);
      const { properties = {} } = content['multipart/form-data']?.schema ?? {};
      expect(Object.keys(properties)).toEqual([call.multipart]);
    } else if (call.raw) expect(types).toEqual(call.raw);
    else if (call.body) expect(types, call.name).toEqual(['application/json']);
  }
  const webhooks = document.webhooks as Record<string, { post: Operation }>;
  expect(Object.keys(webhooks)).toEqual([...webhookTypes]);
  for (const { post } of Object.values(webhooks)) {
    expect(post.summary).toMatch(/\w+/);
    expect(Object.keys(post.requestBody?.content ?? {})).toEqual(['application/json']);
    expect(post.parameters.map(({ name }) => name)).toContain('webhook-signature');
  }
});

it('the OpenAPI document names the permission of every call that keys may make', () => {
  for (const call of all) {
    const permissions = operationOf(call)?.security.flatMap(({ key }) => key ?? []);
    if (call.keyScope) expect(permissions, call.name).toContain(call.keyScope);
  }
  for (const { operation } of operations) {
    const named = operation.operationId.split('_or_') as CallName[];
    const scopes = named.flatMap((name) => (calls[name] as Call).keyScope ?? []);
    const permissions = operation.security.flatMap(({ key }) => key ?? []);
    expect(permissions.sort(), operation.operationId).toEqual([...new Set(scopes)].sort());
  }
});

it('every body that a key may send has an example that its call accepts', () => {
  const forKeys = all.filter(({ keyScope, body }) => keyScope && body);
  expect(forKeys.length).toBeGreaterThan(10);
  for (const call of forKeys) {
    const example = exampleBody(call.name);
    expect(call.body?.safeParse(example).error, call.name).toBeUndefined();
    const { examples } = operationOf(call)?.requestBody?.content['application/json'] ?? {};
    expect(examples?.[call.name]).toEqual({ value: example });
  }
});
