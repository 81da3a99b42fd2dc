import { expect, it } from 'vitest';
import { createSaleCodes } from './sale-codes.ts';

const codes = createSaleCodes('a secret of the test');
const bookingId = '01890000-0000-7000-8000-000000000001';

it('a sale code has six digits and depends on purpose, booking and secret', () => {
  const code = codes.codeOf('handover', bookingId);
  expect(code).toMatch(/^\d{6}$/);
  expect(codes.codeOf('handover', bookingId)).toBe(code);
  const others = [
    codes.codeOf('giving-back', bookingId),
    codes.codeOf('handover', '01890000-0000-7000-8000-000000000002'),
    createSaleCodes('another secret').codeOf('handover', bookingId),
  ];
  expect(others).not.toContain(code);
});

it('a sale code may be typed with spaces, and with nothing else', () => {
  const code = codes.codeOf('handover', bookingId);
  expect(codes.isCode(code, 'handover', bookingId)).toBe(true);
  expect(codes.isCode(`${code.slice(0, 3)} ${code.slice(3)}`, 'handover', bookingId)).toBe(true);
  for (const wrong of ['', code.slice(1), `${code}0`, codes.codeOf('giving-back', bookingId)]) {
    expect(codes.isCode(wrong, 'handover', bookingId)).toBe(false);
  }
});
