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
  it('the seller gets a mail about a new offer, with a link to answer it and no word of the buyer', async () => {
    await offered();
    await sendQueued();
    await sendQueued();
    expect(subjects()).toEqual([
      { to: seller.email, subject: 'An offer of $100.00 for Student trumpet' },
    ]);
    expect(sent[0]?.text).toContain('https://shop.test/dashboard/offers?as=seller');
    expect(sent[0]?.text).not.toMatch(/Bea|555-0199|Under the clock/);
  });

  it('a mail about a counter-offer goes to whose turn it is, and replaces an earlier one that waited', async () => {
    const { id } = await offered();
    await people.answerOffer(seller, id, 'countered', 110);
    await people.answerOffer(buyer, id, 'countered', 105);
    await sendQueued();
    expect(subjects()).toEqual([
      { to: seller.email, subject: 'A counter-offer of $105.00 for Student trumpet' },
    ]);
  });

  it('an accepted offer tells both sides what comes next, instead of the mail about a booking', async () => {
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

  it('a declined offer is mailed to the other side, and an expired one to both', async () => {
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

  it('a mail about an offer is in the reader’s language, with amounts as written there', async () => {
    await shop.database.sql`update users set language = 'de' where id = ${seller.id}`;
    await offered();
    await sendQueued();
    expect(sent[0]?.html).toContain('<html lang="de" dir="ltr"');
    expect(sent[0]?.subject).toContain('100,00\u00a0$');
    expect(sent[0]?.text).toContain(
      'Zu deinen Angeboten:\nhttps://shop.test/de/dashboard/offers?as=seller',
    );
  });

  it('a mail to an unconfirmed address names no instrument', async () => {
    seller = await people.make.user({ role: 'seller', emailProvenAt: undefined });
    await offered();
    await sendQueued();
    expect(sent).toHaveLength(1);
    expect(`${sent[0]?.subject} ${sent[0]?.text}`).not.toContain('trumpet');
  });

  it('a mail about an offer is sent once after a crash between the commit and the sending', async () => {
    const { id } = await offered();
    const [row] = await shop.database.sql`
      select tried_at, sent_at from queued_mails where kind like 'offer-%' and subject_id = ${id}`;
    // Nothing but the row remembers it.
    expect(row).toEqual({ tried_at: null, sent_at: null });
    await Promise.all([sendQueued(), sendQueued()]);
    expect(sent).toHaveLength(1);
  });

  it('an answer that is rolled back queues no mail', async () => {
    const { id, productId } = await offered();
    await people.book(await people.buyer(), productId);
    await expect(people.answerOffer(seller, id, 'accepted', 100)).rejects.toThrow();
    await sendQueued();
    expect(subjects().map(({ subject }) => subject)).not.toContain(
      'Offer accepted: Student trumpet is booked',
    );
  });
});
