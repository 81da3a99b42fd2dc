import type { KeyScope } from '#contract/keys/key-scopes.ts';
import { textsOf } from '#contract/language.ts';
import { msg } from '#contract/text.ts';

export const scopeLabels: Record<KeyScope, string> = textsOf({
  'listings:read': msg`Read your listings`,
  'listings:write': msg`List, change and withdraw instruments`,
  'sales:read': msg`Read your sales and earnings`,
  'sales:write': msg`Hand over, send and cancel sales`,
  webhooks: msg`Set up webhooks, which tell your program what happens`,
  'exports:read': msg`Download the exports of the shop`,
});
