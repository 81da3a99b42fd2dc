/** Why a charge goes back that never bought anything. A return has its own reason, and its charge did buy something. */
export const lateReasons = {
  notLive: 'The booking was no longer live when it was charged',
  paidAlready: 'The booking was paid already',
  otherAmount: 'The amount charged is not the price of the booking',
} as const;

/** Whether a payment with this reason for its refund never bought anything. */
export function isLateCharge(refundReason: string | null): boolean {
  return Object.values<string | null>(lateReasons).includes(refundReason);
}
