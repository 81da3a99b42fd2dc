import type { InvoiceContent, InvoiceSettings } from '#contract/invoices/invoice-terms.ts';
import { shopCurrency } from '#contract/money/shop-currency.ts';
import type { Clock } from '../../core/clock.ts';
import { idMs, newId } from '../../core/ids.ts';
import type { Database } from '../../database/connection.ts';
import type { invoices } from '../../database/schema/invoices.ts';
import { type Tx, transaction } from '../../database/transaction.ts';
import { readCustomer } from './billing-details.ts';
import { decideVat, type Vat, vatIn } from './decide-vat.ts';
import {
  type DueCreditNote,
  type DueInvoice,
  findDueCreditNotes,
  findDueInvoices,
  isLate,
  isNotInvoiced,
} from './find-due-invoices.ts';
import { type InvoiceMonth, invoiceMonth, lastMonthBefore } from './invoice-months.ts';
import { queueInvoiceMail } from './mails.ts';

export interface InvoicingDeps {
  database: Database;
  clock: Clock;
  /** Undefined: the shop issues none. */
  invoicing?: InvoiceSettings | undefined;
}

interface Issuing {
  settings: InvoiceSettings;
  /** The last month that has ended. */
  last: InvoiceMonth;
  clock: Clock;
}

/**
 * Issues what is missing of the months that have ended: for each seller and month one invoice for its commission, less what went
 * back of it in that month; and for each invoice whose commission went back later a credit note. Each is a transaction of its own,
 * so a crash leaves the rest to the next run, and several servers may run it at once.
 * @returns how many were issued
 * @throws AggregateError when some could not be; the others were
 */
export async function issueInvoices({
  database,
  clock,
  invoicing: settings,
}: InvoicingDeps): Promise<number> {
  if (!settings) return 0;
  const issuing = { settings, last: lastMonthBefore(clock.now()), clock };
  const failures: unknown[] = [];
  let count = 0;
  const issueAll = async <Due>(
    due: readonly Due[],
    issue: (tx: Tx, due: Due, issuing: Issuing) => Promise<boolean>,
  ) => {
    for (const one of due) {
      try {
        if (await transaction(database, (tx) => issue(tx, one, issuing))) count += 1;
      } catch (error) {
        failures.push(error);
      }
    }
  };
  const { sql } = database;
  await issueAll(await findDueInvoices(sql, settings, issuing.last), issueInvoice);
  await issueAll(await findDueCreditNotes(sql, issuing.last), issueCreditNote);
  if (failures.length > 0) throw new AggregateError(failures, 'Some invoices are missing');
  return count;
}

/** An entry of the ledger, below zero when commission went back. */
interface Entry {
  id: string;
  cents: number;
}

/** @returns false when another server was faster */
async function issueInvoice(
  tx: Tx,
  { sellerId, month: name }: DueInvoice,
  issuing: Issuing,
): Promise<boolean> {
  await lockSeller(tx, sellerId);
  const { settings } = issuing;
  const month = invoiceMonth(name);
  const entries = await readEntries(tx, sellerId, month, issuing);
  const [issued] = await tx.sql`
    select from invoices where seller_id = ${sellerId} and kind = 'invoice' and month = ${name}`;
  if (issued || entries.length === 0) return false;
  const { customer } = await readCustomer(tx.sql, sellerId);
  const { isTrader: _isTrader, ...to } = customer;
  const vat = decideVat(settings, customer);
  const grossCents = sumOf(entries);
  const vatCents = vatIn(grossCents, vat.basisPoints);
  const invoice = { kind: 'invoice', sellerId, month: name, invoiceId: null } as const;
  await insertInvoice(tx, { ...invoice, grossCents, vatCents, vat, to, entries }, issuing);
  return true;
}

/** The commission of a month, and what went back of it until its end. */
function readEntries(
  tx: Tx,
  sellerId: string,
  { name, from, until }: InvoiceMonth,
  { settings, last }: Issuing,
): Promise<Entry[]> {
  const { sql } = tx;
  const begin = invoiceMonth(settings.firstMonth).from;
  return sql<Entry[]>`
    with commission as (
      select e.id, e.booking_id, e.amount_cents as cents
      from bookings b join ledger_entries e on e.booking_id = b.id and e.credit = 'commission'
      where b.seller_id = ${sellerId} and e.created_at >= ${begin} and e.created_at < ${until}
        and (e.created_at >= ${from} or ${name === last.name} and ${isLate(sql)})
        and ${isNotInvoiced(sql)}
    )
    select id, cents from commission
    union all
    select e.id, -e.amount_cents from ledger_entries e
    where e.booking_id in (select booking_id from commission) and e.debit = 'commission'
      and e.created_at < ${until} and ${isNotInvoiced(sql)}`;
}

/** @returns false when another server was faster */
async function issueCreditNote(
  tx: Tx,
  { invoiceId, month: name }: DueCreditNote,
  issuing: Issuing,
): Promise<boolean> {
  const invoice = await lockInvoice(tx, invoiceId);
  const { until } = invoiceMonth(name);
  const entries = await tx.sql<Entry[]>`
    select e.id, -e.amount_cents as cents
    from invoice_entries of_invoice
    join ledger_entries c on c.id = of_invoice.entry_id and c.credit = 'commission'
    join ledger_entries e on e.booking_id = c.booking_id and e.debit = 'commission'
    where of_invoice.invoice_id = ${invoiceId} and e.created_at < ${until}
      and ${isNotInvoiced(tx.sql)}`;
  if (entries.length === 0) return false;
  const { sellerId, vat, leftCents, content } = invoice;
  const grossCents = sumOf(entries);
  // So all credit notes of an invoice together never have another VAT than the invoice.
  const vatCents =
    vatIn(leftCents + grossCents, vat.basisPoints) - vatIn(leftCents, vat.basisPoints);
  const note = { kind: 'credit-note', sellerId, month: name, invoiceId } as const;
  await insertInvoice(tx, { ...note, grossCents, vatCents, vat, to: content.to, entries }, issuing);
  return true;
}

/** Locks the seller of an invoice, and reads the invoice with what is left of it after its credit notes. */
async function lockInvoice(tx: Tx, invoiceId: string) {
  const [invoice] = await tx.sql<
    {
      sellerId: string;
      treatment: Vat['treatment'];
      basisPoints: number;
      content: InvoiceContent;
    }[]
  >`
    select seller_id as "sellerId", vat_treatment as treatment, vat_basis_points as "basisPoints",
      content
    from invoices where id = ${invoiceId}`;
  if (!invoice) throw new Error(`There is no invoice ${invoiceId}`);
  const { sellerId, treatment, basisPoints, content } = invoice;
  await lockSeller(tx, sellerId);
  const [left] = await tx.sql<{ cents: number }[]>`
    select sum(gross_cents)::bigint as cents from invoices
    where id = ${invoiceId} or invoice_id = ${invoiceId}`;
  return { sellerId, content, vat: { treatment, basisPoints }, leftCents: left?.cents ?? 0 };
}

/** One server at a time issues invoices to a seller. */
async function lockSeller(tx: Tx, sellerId: string): Promise<void> {
  await tx.sql`select from users where id = ${sellerId} for no key update`;
}

interface NewInvoice
  extends Pick<
    typeof invoices.$inferInsert,
    'kind' | 'sellerId' | 'month' | 'invoiceId' | 'grossCents' | 'vatCents'
  > {
  vat: Vat;
  to: InvoiceContent['to'];
  entries: readonly Entry[];
}

async function insertInvoice(tx: Tx, invoice: NewInvoice, { settings, last, clock }: Issuing) {
  const { kind, sellerId, month, invoiceId, grossCents, vatCents, vat, to, entries } = invoice;
  const { from, note, prefix } = settings;
  const content: InvoiceContent = { from, to, ...(note !== undefined && { note }) };
  const now = clock.now();
  const { year, serial } = await takeSerial(tx, now);
  const number = `${prefix}${year}-${String(serial).padStart(5, '0')}`;
  const { id, at } = await idAfterLast(tx, year, now);
  tx.write`
    insert into invoices (id, year, serial, number, kind, seller_id, month, invoice_id, gross_cents,
      vat_cents, vat_basis_points, vat_treatment, currency, content, issued_at)
    values (${id}, ${year}, ${serial}, ${number}, ${kind}, ${sellerId}, ${month}, ${invoiceId ?? null},
      ${grossCents}, ${vatCents}, ${vat.basisPoints}, ${vat.treatment}, ${shopCurrency().code},
      ${JSON.stringify(content)}::jsonb, ${at})`;
  tx.write`
    insert into invoice_entries (entry_id, invoice_id)
    select entry_id, ${id} from unnest(${entries.map((entry) => entry.id)}::uuid[]) entry_id`;
  // Who asks for the past does not want a mail for each of its months, nor one about nothing.
  if (month === last.name && grossCents !== 0) queueInvoiceMail(tx, { kind, id, sellerId }, at);
}

/** The next number of the year. Until the transaction ends no other one gets a number, and a rollback gives it back. */
async function takeSerial(tx: Tx, at: Date): Promise<{ year: number; serial: number }> {
  const year = at.getUTCFullYear();
  const [taken] = await tx.sql<{ serial: number }[]>`
    insert into invoice_years (year, last_serial) values (${year}, 1)
    on conflict (year) do update set last_serial = invoice_years.last_serial + 1
    returning last_serial as serial`;
  if (!taken) throw new Error('The number of an invoice could not be taken');
  return { year, serial: taken.serial };
}

/** Lists, which are ordered by id, have the numbers of a year in their order, also when the clocks of two servers differ. */
async function idAfterLast(tx: Tx, year: number, now: Date): Promise<{ id: string; at: Date }> {
  const [last] = await tx.sql<{ id: string }[]>`
    select id from invoices where year = ${year} order by serial desc limit 1`;
  const id = newId(now);
  if (!last || id > last.id) return { id, at: now };
  const at = new Date(idMs(last.id) + 1);
  return { id: newId(at), at };
}

const sumOf = (entries: readonly Entry[]) => entries.reduce((sum, { cents }) => sum + cents, 0);
