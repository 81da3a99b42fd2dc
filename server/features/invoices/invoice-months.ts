/** A month in UTC, such as `2026-11`, with its first moment and that of the next one. */
export interface InvoiceMonth {
  name: string;
  from: Date;
  until: Date;
}

export function invoiceMonth(name: string): InvoiceMonth {
  const from = new Date(`${name}-01T00:00:00Z`);
  const until = new Date(from);
  until.setUTCMonth(until.getUTCMonth() + 1);
  return { name, from, until };
}

/** The last month that has ended. */
export function lastMonthBefore(at: Date): InvoiceMonth {
  const from = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1));
  return invoiceMonth(from.toISOString().slice(0, 7));
}
