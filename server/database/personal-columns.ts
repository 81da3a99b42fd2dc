/**
 * The time for which a column holds personal data:
 * - `account`: until the account is removed, or the person deletes it;
 * - `sales`: until the account is removed and the last sale is settled (`server/workflows/erase-people.ts`);
 * - `books`: as long as the books of the shop. It belongs to a payment or an account, and names no one but on invoices;
 * - `days`: it ends by itself, as `why` says.
 */
export const retentions = ['account', 'sales', 'books', 'days'] as const;
export type Retention = (typeof retentions)[number];

export interface PersonalColumn {
  until: Retention;
  /** What it is needed for until then. */
  why: string;
  /** Why the export of a person does not have it; missing where it does. */
  notExported?: string;
}

const secret = 'It proves who somebody is and is of use to nobody else';
const inUser = 'As in `user`';
const ids = 'An id at the provider; the payment itself is in the export';
const imported = { until: 'account', why: 'importing a file again, for 30 days' } as const;
const archived = { until: 'account', why: 'the import, for a day' } as const;
const signIn = { until: 'account', why: 'signing in', notExported: secret } as const;
const deviceAddress = {
  until: 'account',
  why: 'sending notifications to a device',
  notExported: secret,
} as const;
const webhookSecret = { until: 'account', why: 'signing webhooks', notExported: secret } as const;
const booked = { until: 'sales', why: 'meeting, and complaints about the sale' } as const;
const shipped = { until: 'sales', why: 'sending it, and complaints about the sale' } as const;
const remembered = { until: 'account', why: 'sending the next purchase' } as const;
const offered = {
  until: 'days',
  why: 'booking what was offered for, until 30 days after the offer ended, or the account',
} as const;
const stated = { until: 'sales', why: 'whom buyers have bought from, and complaints' } as const;
const argued = { until: 'sales', why: 'deciding what was disagreed, also at the bank' } as const;
const reported = {
  until: 'days',
  why: 'deciding what was reported, until a year afterwards',
} as const;
const stolen = { until: 'account', why: 'finding what was stolen, for ten years' } as const;
const fromGuest = { ...reported, notExported: 'A guest has no account' } as const;
const decided = { until: 'account', why: 'the decision, and an appeal against it' } as const;
const billed = { until: 'sales', why: 'issuing invoices for the commission' } as const;
const paymentId = { until: 'books', why: 'finding a payment', notExported: ids } as const;

/** Every column with text that people wrote, or that is about them. A test holds it against the database. */
export const personalColumns = {
  'users.name': { until: 'sales', why: 'the account; who bought and sold' },
  'users.email': { until: 'sales', why: 'the account; mails about the sale' },
  'users.language': { until: 'account', why: 'mails in that language' },
  'users.time_zone': { until: 'account', why: 'times in mails' },
  'users.about': { until: 'account', why: 'the page of a seller' },
  'users.town': { until: 'account', why: 'the page of a seller' },
  'users.spoken': { until: 'account', why: 'the page of a seller' },
  'users.image_url': { until: 'account', why: 'the picture of the account' },
  'products.name': { until: 'books', why: 'what was sold; of what was not sold: the account' },
  'products.phone': { until: 'sales', why: 'handing over; of what was not sold: the account' },
  'products.location': { until: 'sales', why: 'handing over; of what was not sold: the account' },
  'products.brand': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
  },
  'products.brand_normal': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
    notExported: 'As in `brand`',
  },
  'products.model': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
  },
  'products.facts': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
  },
  'products.language': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
  },
  'products.description': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
  },
  'products.papers': {
    until: 'sales',
    why: 'what was promised; of what was not sold: the account',
  },
  'products.serial_sealed': {
    until: 'sales',
    why: 'comparing what was sold, for two years at most; of what was not sold: the account',
    notExported: 'Encrypted; its seller reads it by `GET /products/{id}/serial`',
  },
  'stolen_reports.reference': stolen,
  'stolen_reports.explanation': stolen,
  'notes.text': { until: 'sales', why: 'what admins noted for each other' },
  'verification_requests.text': { until: 'account', why: 'verifying a seller' },
  'verification_requests.links': { until: 'account', why: 'verifying a seller' },
  'clip_uses.transcript': {
    until: 'sales',
    why: 'what was promised or disagreed; of what was not sold and messages: the account',
  },
  'images.external_url': { until: 'sales', why: 'what was sold; other pictures: the account' },
  'images.placeholder': {
    until: 'sales',
    why: 'what was sold; other pictures: the account',
    notExported: 'The picture itself is',
  },
  'external_ids.external_id': { until: 'account', why: 'importing a file again' },
  'listing_imports.file_name': imported,
  'listing_imports.columns': { ...imported, notExported: 'Of a file that the person has' },
  'listing_imports.mapping': { ...imported, notExported: 'Of a file that the person has' },
  'listing_import_rows.cells': { ...imported, notExported: 'Of a file that the person has' },
  'listing_import_rows.generated_id': { ...imported, notExported: 'Of a file that the person has' },
  'listing_import_rows.errors': { ...imported, notExported: 'Of a file that the person has' },
  'listing_import_files.name': { ...archived, notExported: 'Of a file that the person has' },
  'listing_import_files.aliases': { ...archived, notExported: 'Of a file that the person has' },
  'listing_import_files.digest': { ...archived, notExported: 'Of a file that the person has' },
  'listing_import_files.content': { ...archived, notExported: 'Of a file that the person has' },
  'import_choices.said': { until: 'account', why: 'beginning the next file with it' },
  'import_choices.means': { until: 'account', why: 'beginning the next file with it' },
  'imported_pictures.source': {
    until: 'account',
    why: 'importing a file again',
    notExported: 'A digest of an address that the person has',
  },
  'bookings.buyer_name': { ...booked, notExported: inUser },
  'bookings.buyer_email': { ...booked, notExported: inUser },
  'bookings.product_name': { until: 'books', why: 'what was sold' },
  'bookings.phone': booked,
  'bookings.location': booked,
  'bookings.release_note': booked,
  'bookings.trader_name': stated,
  'bookings.trader_address': stated,
  'booking_addresses.name': shipped,
  'booking_addresses.lines': shipped,
  'booking_addresses.postcode': shipped,
  'booking_addresses.city': shipped,
  'booking_addresses.region': shipped,
  'delivery_addresses.name': remembered,
  'delivery_addresses.lines': remembered,
  'delivery_addresses.postcode': remembered,
  'delivery_addresses.city': remembered,
  'delivery_addresses.region': remembered,
  'fulfilments.carrier': booked,
  'fulfilments.tracking': booked,
  'fulfilments.permit_number': booked,
  'fulfilments.cancel_reason': booked,
  'fulfilments.cancellation_request_reason': booked,
  'returns.reason': argued,
  'returns.place': argued,
  'returns.contest_reason': argued,
  'returns.back_carrier': argued,
  'returns.back_tracking': argued,
  'disputes.reason': argued,
  'disputes.decision_reason': argued,
  'dispute_statements.text': argued,
  'payments.transaction_id': { until: 'books', why: 'finding a payment' },
  'payments.provider_refund_id': paymentId,
  'payment_intents.provider_intent_id': paymentId,
  'chargebacks.provider_dispute_id': paymentId,
  'disputes.provider_dispute_id': paymentId,
  'payment_events.payload': {
    until: 'days',
    why: 'what the card provider reported, until it cannot be disputed any more (180 days)',
    notExported: 'What was charged is in `payments`',
  },
  'payment_events.provider_intent_id': paymentId,
  'payment_events.provider_dispute_id': paymentId,
  'done_payment_issues.note': {
    until: 'sales',
    why: 'putting a payment right',
    notExported: 'What admins noted for each other about a refund',
  },
  'payout_accounts.sealed_details': { until: 'sales', why: 'paying the seller' },
  'payout_accounts.number_digest': {
    until: 'sales',
    why: 'finding several sellers with one bank account',
    notExported: 'A digest of a number that the person has',
  },
  'payout_accounts.provider_account_id': {
    until: 'sales',
    why: 'paying the seller',
    notExported: 'An id at the payout provider',
  },
  'payouts.reference': { until: 'books', why: 'finding a transfer' },
  'seller_commissions.reason': { until: 'sales', why: 'what was agreed with the seller' },
  'payouts.failure': { until: 'sales', why: 'paying the seller' },
  'payouts.provider_payout_id': { until: 'books', why: 'finding a transfer', notExported: ids },
  'invoices.content': {
    until: 'books',
    why: 'invoices, which the law has the shop keep; to whom each was issued',
  },
  'billing_details.name': billed,
  'billing_details.address': billed,
  'billing_details.vat_number': billed,
  'ledger_entries.debit': { until: 'books', why: 'the books; it has the id of an account' },
  'ledger_entries.credit': { until: 'books', why: 'the books; it has the id of an account' },
  'product_mails.reason': {
    until: 'sales',
    why: 'what an admin told the seller of a removed listing',
    notExported: 'In `history`',
  },
  'queued_mails.data': {
    until: 'sales',
    why: 'what an admin told the seller of a removed listing',
    notExported: 'In `history`',
  },
  'messages.text': { until: 'account', why: 'what was asked and answered about a listing' },
  'messages.text_digest': {
    until: 'account',
    why: 'finding the same text to many people',
    notExported: 'A digest of a text that the person has',
  },
  'offers.phone': offered,
  'offers.location': offered,
  'offers.message': offered,
  'reviews.text': { until: 'account', why: 'what others read of a sale' },
  'reviews.reply': { until: 'account', why: 'what others read of a sale' },
  'cases.reported': {
    until: 'account',
    why: 'deciding what was reported, until a year afterwards',
  },
  'cases.ground': {
    until: 'books',
    why: 'the yearly report; the law or rule alone, until the account is removed',
  },
  'cases.facts': decided,
  'appeals.text': decided,
  'appeals.reason': decided,
  'cases.appeal': decided,
  'cases.appeal_reason': decided,
  'reports.explanation': reported,
  'reports.law': reported,
  'reports.name': fromGuest,
  'reports.email': fromGuest,
  'reports.language': fromGuest,
  'traders.name': stated,
  'traders.address': stated,
  'traders.phone': stated,
  'traders.register': stated,
  'traders.vat': stated,
  'saved_searches.name': { until: 'account', why: 'finding a search again' },
  'api_keys.name': { until: 'account', why: 'telling keys apart' },
  'api_keys.hint': { until: 'account', why: 'telling keys apart' },
  'api_keys.digest': signIn,
  'api_keys.addresses': { until: 'account', why: 'where a key may be used' },
  'push_subscriptions.endpoint': deviceAddress,
  'push_subscriptions.p256dh': deviceAddress,
  'push_subscriptions.auth': deviceAddress,
  'push_subscriptions.session_id': deviceAddress,
  'push_subscriptions.user_agent': { until: 'account', why: 'telling devices apart' },
  'webhook_endpoints.url': { until: 'account', why: 'telling their programs what has happened' },
  'webhook_endpoints.sealed_secret': webhookSecret,
  'webhook_endpoints.former_secret': webhookSecret,
  'saved_searches.query': { until: 'account', why: 'finding a search again' },
  'audit_entries.detail': { until: 'sales', why: 'seeing what admins did to somebody' },
  'catalogue_changes.lexemes_before': {
    until: 'days',
    why: 'words of a changed listing, for minutes, by which servers forget what they have cached',
    notExported: 'It ends within the hour',
  },
  'auth_users.name': { until: 'account', why: 'signing in', notExported: inUser },
  'auth_users.email': { until: 'account', why: 'signing in', notExported: inUser },
  'auth_users.image': { until: 'account', why: 'signing in', notExported: inUser },
  'auth_accounts.account_id': signIn,
  'auth_accounts.password': signIn,
  'auth_accounts.access_token': signIn,
  'auth_accounts.refresh_token': signIn,
  'auth_accounts.id_token': signIn,
  'auth_sessions.token': signIn,
  'auth_sessions.ip_address': {
    until: 'account',
    why: 'showing the person where they are signed in, until the session ends',
  },
  'auth_sessions.user_agent': {
    until: 'account',
    why: 'showing the person where they are signed in, until the session ends',
  },
  'auth_two_factors.secret': signIn,
  'auth_two_factors.backup_codes': signIn,
  'auth_passkeys.name': { until: 'account', why: 'telling passkeys apart' },
  'auth_passkeys.public_key': signIn,
  'auth_passkeys.credential_id': signIn,
  'auth_known_devices.key': signIn,
  'auth_verifications.identifier': {
    until: 'days',
    why: 'links in mails, which end within a day',
    notExported: secret,
  },
  'auth_verifications.value': {
    until: 'days',
    why: 'links in mails, which end within a day',
    notExported: secret,
  },
  'auth_tries.key': {
    until: 'days',
    why: 'stopping people who guess passwords; a digest, which ends within a day',
    notExported: secret,
  },
  'firebase_proven_emails.uid': signIn,
  'firebase_proven_emails.email': { until: 'account', why: 'signing in', notExported: inUser },
  'firebase_ended_sessions.uid': {
    until: 'days',
    why: 'refusing sessions that were ended, for 400 days',
    notExported: secret,
  },
} as const satisfies Record<string, PersonalColumn>;

/** Columns with text of no person: kinds, states, names of providers, keys of the shop, texts of the program. */
export const impersonalColumns: Readonly<Record<string, readonly string[]>> = {
  account_mails: ['kind', 'origin', 'last_fault', 'request_id', 'language'],
  alert_mails: ['last_fault', 'request_id'],
  api_keys: ['scopes'],
  appeals: ['side', 'outcome'],
  alert_subscriptions: ['topic'],
  audit_entries: ['action'],
  auth_accounts: ['provider_id', 'scope'],
  auth_keys: ['public_key', 'private_key', 'alg', 'crv'],
  auth_passkeys: ['device_type', 'transports', 'aaguid'],
  auth_sessions: ['by'],
  balance_movements: ['provider', 'id', 'kind', 'reference', 'source_id'],
  balance_readings: ['provider', 'next_page'],
  case_mails: ['kind', 'last_fault', 'request_id'],
  cases: ['subject_kind', 'state', 'outcome', 'ground_kind', 'appeal_side'],
  booking_addresses: ['country'],
  billing_details: ['country'],
  invoices: ['number', 'kind', 'month', 'vat_treatment', 'currency'],
  bookings: [
    ...['state', 'release_reason', 'delivery_method', 'zone_id', 'zone_name'],
    ...['ships_from', 'permit_for'],
    'idempotency_key',
    'idempotency_digest',
  ],
  chargebacks: ['provider', 'state'],
  delivery_addresses: ['country'],
  clips: ['host', 'kind', 'format'],
  disputes: ['cause', 'state'],
  done_payment_issues: ['kind'],
  fulfilments: ['state', 'method'],
  images: ['host'],
  job_runs: ['name', 'leased_on', 'last_fault', 'last_error', 'request_id'],
  ledger_differences: ['provider', 'kind', 'reference', 'explanation'],
  import_choices: ['field'],
  ledger_entries: ['currency', 'kind', 'cause'],
  listing_import_rows: ['outcome'],
  listing_imports: ['encoding', 'delimiter', 'state'],
  mail_pauses: ['topic'],
  mails: ['key', 'kind', 'reader', 'last_fault', 'request_id'],
  message_mails: ['last_fault', 'request_id'],
  messages: ['contact', 'idempotency_key', 'idempotency_digest'],
  offer_mails: ['kind', 'reader', 'last_fault', 'request_id'],
  offers: [
    ...['state', 'void_reason', 'delivery_method', 'zone_id', 'zone_name'],
    'idempotency_key',
    'idempotency_digest',
  ],
  payment_events: ['provider', 'provider_event_id', 'type', 'last_fault'],
  payment_intents: ['provider', 'state'],
  payments: ['provider', 'state', 'refund_reason', 'refund_error'],
  payout_accounts: ['provider', 'state'],
  payout_mails: ['kind', 'last_fault', 'request_id'],
  payout_reversals: ['state', 'last_error'],
  payouts: ['currency', 'provider', 'state', 'last_error', 'idempotency_key', 'idempotency_digest'],
  product_mails: ['last_fault', 'request_id'],
  queued_mails: ['key', 'kind', 'reader', 'last_fault', 'request_id'],
  product_news: ['kind'],
  products: [
    ...['kind', 'kind_from', 'made_sure', 'checks', 'playing_state'],
    ...['category', 'condition', 'status', 'hidden_for', 'idempotency_key', 'idempotency_digest'],
    'code_photo_code',
    'country',
    'materials',
    // A keyed digest.
    'serial_digest',
    'serial_state',
  ],
  reports: ['reference', 'reason'],
  returns: ['state'],
  case_hints: ['kind'],
  stolen_reports: ['brand', 'kind', 'serial_digest'],
  // The sandbox moves no money and takes no cards of people.
  sandbox_accounts: ['id', 'user_id', 'behaviour'],
  sandbox_disputes: ['id', 'intent_id', 'state'],
  sandbox_events: ['id', 'type', 'intent_id', 'payload'],
  sandbox_intents: [
    ...['id', 'client_secret', 'booking_id', 'description', 'state', 'idempotency_key'],
    ...['last_refusal', 'challenge', 'challenge_outcome'],
  ],
  sandbox_payouts: ['id', 'account_id', 'state', 'idempotency_key'],
  sandbox_refunds: ['id', 'intent_id', 'idempotency_key'],
  sandbox_reversals: ['id', 'payout_id', 'idempotency_key'],
  reviews: ['side'],
  running_servers: ['place', 'secret_check'],
  search_progress: ['name'],
  // Single words of all listings, without who wrote them.
  search_vocabulary: ['word', 'stem'],
  shared_secrets: ['name', 'value'],
  shipping_prices: ['zone_id'],
  shop_currency: ['code'],
  traders: ['status'],
  users: ['role', 'areas'],
  queued_pushes: ['topic', 'payload', 'replaces'],
  webhook_deliveries: ['type', 'fault'],
  webhook_endpoints: ['events', 'disabled_for'],
  wishlist_news: ['kind'],
  wrong_codes: ['purpose'],
};
