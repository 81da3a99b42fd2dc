import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { offerMailKinds } from '#contract/operations/mail-kinds.ts';
import { msg } from '#contract/text.ts';
import { englishOnly, loadedLanguage } from '../../core/shop-language.ts';
import { expireOffers } from '../../features/offers/expire-offers.ts';
import type { KnownUser } from '../../features/users/find-user.ts';
import { sendMails } from '../../jobs/outbox/send-mails.ts';
import type { Mail } from '../../providers/mail/port.ts';
import { mailSending } from '../../testing/mail-sending.ts';
import { createPeople } from '../../testing/people.ts';
import { createTestShop, type TestShop } from '../../testing/test-shop.ts';

let shop: TestShop;
let people: ReturnType<typeof createPeople>;
let seller: KnownUser;
let buyer: KnownUser;
const sent: Mail[] = [];

beforeAll(async () => {
  shop = await createTestShop();
  people = createPeople(shop.database);
});
afterAll(() => shop.close());
beforeEach(async () => {
  sent.length = 0;
  await shop.database.sql`delete from queued_mails where kind like 'offer-%'`;
  await shop.database
    .sql`update offers set state = 'withdrawn' where state in ('open', 'countered')`;
  seller = await people.make.user({ role: 'seller', name: 'Sol Seller' });
  buyer = await people.make.user({ name: 'Bea Buyer' });
});

const german = loadedLanguage(
  { tag: 'de', prefix: '/de' },
  { [msg`See your offers`.id]: 'Zu deinen Angeboten' },
);

function sendQueued(at = new Date()) {
  const changes = { languages: [...englishOnly, german], clock: { now: () => at } };
  return sendMails(mailSending(shop, sent, changes), ['booked', ...offerMailKinds]);
}

async function offered() {
  const productId = await people.make.product(seller.id);
  return { productId, id: await people.offer(buyer, productId) };
}

const subjects = () => sent.map(({ to, subject }) => ({ to, subject }));

describe('a mail about an offer', () => {
  it('tells the seller of a new one, with a link to answer it and no word of the buyer', async () => {
    await offered();
    await sendQueued();
    await sendQueued();
    expect(subjects()).toEqual([
      { to: seller.email, subject: 'An offer of $100.00 for Student trumpet' },
    ]);
    expect(sent[0]?.text).toContain('https://shop.test/dashboard/offers?as=seller');
    expect(sent[0]?.text).not.toMatch(/Bea|555-0199|Under the clock/);
  });

  it('tells whose turn it is of a counter, and of no earlier one that waited with it', async () => {
    const { id } = await offered();
    await people.answerOffer(seller, id, 'countered', 110);
    await people.answerOffer(buyer, id, 'countered', 105);
    await sendQueued();
    expect(subjects()).toEqual([
      { to: seller.email, subject: 'A counter-offer of $105.00 for Student trumpet' },
    ]);
  });

  it('tells both sides what comes next when it is accepted, instead of the mail about a booking', async () => {
    const { id } = await offered();
    const { bookingId } = await people.answerOffer(seller, id, 'accepted', 100);
    await sendQueued();
    const order = (one: { to: string }, other: { to: string }) => one.to.localeCompare(other.to);
    expect(subjects().sort(order)).toEqual(
      [
        { to: buyer.email, subject: 'Offer accepted: Student trumpet is held for you' },
        { to: seller.email, subject: 'Offer accepted: Student trumpet is booked' },
      ].sort(order),
    );
    const toBuyer = sent.find(({ to }) => to === buyer.email)?.text;
    expect(toBuyer).toContain('You and Sol Seller have agreed on $100.00 for Student trumpet.');
    expect(toBuyer).toContain(`https://shop.test/dashboard/payment/${bookingId}`);
  });

  it('tells the other side that it was declined, and both that it has expired', async () => {
    const { id } = await offered();
    await people.answerOffer(seller, id, 'declined');
    await sendQueued();
    expect(subjects()).toEqual([
      { to: buyer.email, subject: 'Your offer for Student trumpet was declined' },
    ]);
    sent.length = 0;
    await offered();
    const end = new Date(Date.now() + 48 * 3_600_000 + 1_000);
    expect(await expireOffers(shop.database, end)).toBe(1);
    expect(await expireOffers(shop.database, end)).toBe(0);
    await sendQueued(end);
    expect(sent.map(({ to }) => to).sort()).toEqual([buyer.email, seller.email].sort());
    expect(sent[0]?.subject).toContain('has ended');
  });

  it('is in the language of its reader, with amounts as they are written there', async () => {
    await shop.database.sql`update users set language = 'de' where id = ${seller.id}`;
    await offered();
    await sendQueued();
    expect(sent[0]?.html).toContain('<html lang="de" dir="ltr"');
    expect(sent[0]?.subject).toContain('100,00\u00a0$');
    expect(sent[0]?.text).toContain(
      'Zu deinen Angeboten:\nhttps://shop.test/de/dashboard/offers?as=seller',
    );
  });

  it('names no instrument to an address that nobody has proven', async () => {
    seller = await people.make.user({ role: 'seller', emailProvenAt: undefined });
    await offered();
    await sendQueued();
    expect(sent).toHaveLength(1);
    expect(`${sent[0]?.subject} ${sent[0]?.text}`).not.toContain('trumpet');
  });

  it('is sent after a crash between the commit and the sending, once', async () => {
    const { id } = await offered();
    const [row] = await shop.database.sql`
      select tried_at, sent_at from queued_mails where kind like 'offer-%' and subject_id = ${id}`;
    // Nothing but the row remembers it.
    expect(row).toEqual({ tried_at: null, sent_at: null });
    await Promise.all([sendQueued(), sendQueued()]);
    expect(sent).toHaveLength(1);
  });

  it('is not queued when the answer is rolled back', async () => {
    const { id, productId } = await offered();
    await people.book(await people.buyer(), productId);
    await expect(people.answerOffer(seller, id, 'accepted', 100)).rejects.toThrow();
    await sendQueued();
    expect(subjects().map(({ subject }) => subject)).not.toContain(
      'Offer accepted: Student trumpet is booked',
    );
  });
});
