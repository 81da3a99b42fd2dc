import { afterAll, expect, it } from 'vitest';
import { correctedMessages } from './corrected-messages.ts';
import { messages, replaceTexts } from './messages.ts';

const specified = structuredClone({
  toast: messages.toast,
  payment: messages.payment,
  category: { empty: messages.category.empty, titleEnd: 'Product' },
});
afterAll(() => replaceTexts(specified));

it('replaces what has typing errors, and nothing else', () => {
  const untouched = { required: structuredClone(messages.required), sold: messages.product.sold };
  expect(messages.category.title('Brass')).toBe('All Brass Product');
  replaceTexts(correctedMessages);
  expect(messages.category.title('Brass')).toBe('All Brass Products');
  expect(messages.toast.operationDone).toBe('Operation Successful');
  expect(messages.toast.userDeleted).toBe(specified.toast.userDeleted);
  expect(messages.payment).toEqual({
    heading: 'Payment For',
    completed: 'Congrats! Your payment is complete',
    transactionId: 'Your transaction ID',
  });
  expect({ required: messages.required, sold: messages.product.sold }).toEqual(untouched);
});

it('changes each text that it names', () => {
  const pairs = [
    ...pairsOf(specified.toast, correctedMessages.toast),
    ...pairsOf(specified.payment, correctedMessages.payment),
    ...pairsOf(specified.category, correctedMessages.category),
  ];
  for (const [before, after] of pairs) expect(after).not.toBe(before);
});

function pairsOf(before: Record<string, string>, after: Record<string, string>) {
  return Object.entries(after).map(([name, text]) => [before[name], text]);
}
