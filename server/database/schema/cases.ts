import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { limits } from '#contract/constants.ts';
import {
  appealOutcomes,
  appealSides,
  caseOutcomes,
  caseStates,
  groundKinds,
  hintKinds,
  reportReasons,
  subjectKinds,
} from '#contract/moderation/moderation-terms.ts';
import { bytea, isOneOf, primaryId, timestamptz } from './columns.ts';
import { products } from './sales.ts';
import { users } from './users.ts';

const longest = (length: number) => sql.raw(String(length));

/** What was reported, as it was when it was first reported. Its pictures are in `evidence_images`. */
export interface ReportedContent {
  name: string;
  text?: string;
  priceCents?: number;
  rating?: number;
  reply?: string;
}

/**
 * All reports of one subject until it is decided, and the decision. The appeals against it are in `appeals`; one of them is here
 * too, for a server of the version before (`appeal-rows.ts`).
 */
export const cases = pgTable(
  'cases',
  {
    id: primaryId(),
    subjectKind: text('subject_kind', { enum: subjectKinds }).notNull(),
    /** The product, image, message, review or user. */
    subjectId: uuid('subject_id').notNull(),
    /** From whom it is. */
    personId: uuid('person_id')
      .notNull()
      .references(() => users.id),
    /** The listing that it is, or belongs to. */
    productId: uuid('product_id').references(() => products.id),
    state: text('state', { enum: caseStates }).notNull(),
    openedAt: timestamptz('opened_at').notNull(),
    /** Null once the person was removed, or its time is over. */
    reported: jsonb('reported').$type<ReportedContent>(),
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestamptz('decided_at'),
    outcome: text('outcome', { enum: caseOutcomes }),
    groundKind: text('ground_kind', { enum: groundKinds }),
    ground: text('ground'),
    facts: text('facts'),
    suspendedUntil: timestamptz('suspended_until'),
    appealSide: text('appeal_side', { enum: appealSides }),
    appealedBy: uuid('appealed_by').references(() => users.id),
    appeal: text('appeal'),
    appealedAt: timestamptz('appealed_at'),
    appealDecidedBy: uuid('appeal_decided_by').references(() => users.id),
    appealDecidedAt: timestamptz('appeal_decided_at'),
    appealReason: text('appeal_reason'),
    /** The case whose dismissal was reversed. */
    reopens: uuid('reopens').references((): AnyPgColumn => cases.id),
  },
  (table) => [
    uniqueIndex('cases_one_open_per_subject')
      .on(table.subjectKind, table.subjectId)
      .where(sql`${table.state} = 'open'`),
    index('cases_waiting').on(table.id).where(sql`${table.state} in ('open', 'appealed')`),
    index('cases_by_state').on(table.state, table.id.desc().nullsFirst()),
    index('cases_by_person').on(table.personId, table.id.desc().nullsFirst()),
    index('cases_by_decision').on(table.decidedAt),
    check('cases_subject_kind_known', isOneOf(table.subjectKind, subjectKinds)),
    check('cases_state_known', isOneOf(table.state, caseStates)),
    check('cases_outcome_known', isOneOf(table.outcome, caseOutcomes)),
    check('cases_ground_kind_known', isOneOf(table.groundKind, groundKinds)),
    check('cases_appeal_side_known', isOneOf(table.appealSide, appealSides)),
    check(
      'cases_decided_has_an_outcome',
      sql`(${table.state} in ('open', 'void')) = (${table.outcome} is null) and (${table.outcome} is null) = (${table.decidedAt} is null) and (${table.outcome} is not null or ${table.facts} is null)`,
    ),
    check(
      'cases_decision_has_a_ground',
      sql`(${table.groundKind} is null) = (${table.ground} is null) and (${table.outcome} = 'dismissed' or ${table.outcome} is null or ${table.ground} is not null)`,
    ),
    check(
      'cases_only_suspensions_end',
      sql`${table.suspendedUntil} is null or ${table.outcome} = 'suspended'`,
    ),
    check(
      'cases_appealed_has_a_side',
      sql`(${table.state} in ('appealed', 'upheld', 'reversed')) = (${table.appealSide} is not null) and (${table.appealSide} is null) = (${table.appealedAt} is null)`,
    ),
    check(
      'cases_appeal_decided_has_a_time',
      sql`(${table.state} in ('upheld', 'reversed')) = (${table.appealDecidedAt} is not null)`,
    ),
    check(
      'cases_text_lengths',
      sql`char_length(${table.ground}) between 1 and ${longest(limits.reportLawLength)} and char_length(${table.facts}) between 1 and ${longest(limits.reportLength)} and char_length(${table.appeal}) between 1 and ${longest(limits.reportLength)} and char_length(${table.appealReason}) between 1 and ${longest(limits.reportLength)}`,
    ),
  ],
);

/** A report to the admins about a listing, a picture, a message, a review or a person. */
export const reports = pgTable(
  'reports',
  {
    id: primaryId(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    /** By which its sender asks about it. */
    reference: text('reference').notNull(),
    /** Null for guests. */
    reporterId: uuid('reporter_id').references(() => users.id),
    /** The address of a guest. */
    name: text('name'),
    email: text('email'),
    /** The language of the mails to a guest. */
    language: text('language'),
    reason: text('reason', { enum: reportReasons }).notNull(),
    /** Null once its time is over. */
    explanation: text('explanation'),
    law: text('law'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('reports_reference').on(table.reference),
    uniqueIndex('reports_once_per_user')
      .on(table.caseId, table.reporterId)
      .where(sql`${table.reporterId} is not null`),
    uniqueIndex('reports_once_per_guest')
      .on(table.caseId, sql`lower(${table.email})`)
      .where(sql`${table.email} is not null`),
    index('reports_by_case').on(table.caseId, table.id.desc().nullsFirst()),
    index('reports_by_reporter').on(table.reporterId, table.id.desc().nullsFirst()),
    index('reports_by_guest').on(sql`lower(${table.email})`, table.createdAt),
    check('reports_reason_known', isOneOf(table.reason, reportReasons)),
    check(
      'reports_by_user_or_guest',
      sql`${table.reporterId} is null or ${table.name} is null and ${table.email} is null`,
    ),
    check(
      'reports_text_lengths',
      sql`char_length(${table.explanation}) between 1 and ${longest(limits.reportLength)} and char_length(${table.law}) between 1 and ${longest(limits.reportLawLength)} and char_length(${table.name}) between 1 and ${longest(limits.nameLength)} and char_length(${table.email}) between 1 and ${longest(limits.emailLength)}`,
    ),
  ],
);

/** A report that an instrument was stolen, by which listings are compared. */
export const stolenReports = pgTable(
  'stolen_reports',
  {
    id: primaryId(),
    /** Null once the account was removed. */
    reporterId: uuid('reporter_id').references(() => users.id),
    brand: text('brand').notNull(),
    kind: text('kind'),
    /** The keyed digest of maker and number. The number itself is not stored. */
    serialDigest: bytea('serial_digest').notNull(),
    /** Under which the police know of it. */
    reference: text('reference'),
    /** Null once the account was removed. */
    explanation: text('explanation'),
    createdAt: timestamptz('created_at').notNull(),
    comparisonDueAt: timestamptz('comparison_due_at').default(sql`now()`),
  },
  (table) => [
    index('stolen_reports_by_serial').on(table.serialDigest),
    index('stolen_reports_by_reporter').on(table.reporterId, table.createdAt),
    index('stolen_reports_by_age').on(table.createdAt),
    index('stolen_reports_to_compare')
      .on(table.comparisonDueAt)
      .where(sql`${table.comparisonDueAt} is not null`),
    check(
      'stolen_reports_text_lengths',
      sql`char_length(${table.brand}) between 1 and ${longest(limits.brandLength)} and char_length(${table.kind}) between 1 and ${longest(limits.kindLength)} and char_length(${table.reference}) between 1 and ${longest(limits.reportLawLength)} and char_length(${table.explanation}) between 1 and ${longest(limits.reportLength)}`,
    ),
  ],
);

/** What the comparison of listings found: a fact that is added to a case and never changed. */
export const caseHints = pgTable(
  'case_hints',
  {
    id: primaryId(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    kind: text('kind', { enum: hintKinds }).notNull(),
    /** The newer listing, which the case is about. */
    productId: uuid('product_id')
      .notNull()
      .references(() => products.id),
    /** The older listing; null for a theft. */
    otherProductId: uuid('other_product_id').references(() => products.id),
    stolenReportId: uuid('stolen_report_id').references(() => stolenReports.id, {
      onDelete: 'set null',
    }),
    /** The two pictures. Without foreign keys: a picture may be removed. */
    imageId: uuid('image_id'),
    otherImageId: uuid('other_image_id'),
    /** How many bits of their fingerprints differ. */
    distance: smallint('distance'),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => [
    // Of pictures, the nearest pair of two listings is enough.
    uniqueIndex('case_hints_once').on(
      table.productId,
      table.kind,
      sql`coalesce(${table.otherProductId}, ${table.stolenReportId})`,
    ),
    index('case_hints_by_case').on(table.caseId),
    index('case_hints_by_stolen_report').on(table.stolenReportId),
    check('case_hints_kind_known', isOneOf(table.kind, hintKinds)),
  ],
);

/** What one side says against a decision, and what became of it. Neither side learns of the other's. */
export const appeals = pgTable(
  'appeals',
  {
    id: primaryId(),
    caseId: uuid('case_id')
      .notNull()
      .references(() => cases.id),
    side: text('side', { enum: appealSides }).notNull(),
    /** The person concerned by the decision, or the reporter. Null when the reporter is erased. */
    appellantId: uuid('appellant_id').references(() => users.id),
    /** Null once it is erased. */
    text: text('text'),
    createdAt: timestamptz('created_at').notNull(),
    outcome: text('outcome', { enum: appealOutcomes }),
    /** Null when it ended by itself, with an account. */
    decidedBy: uuid('decided_by').references(() => users.id),
    decidedAt: timestamptz('decided_at'),
    reason: text('reason'),
  },
  (table) => [
    uniqueIndex('appeals_once_per_appellant').on(table.caseId, table.appellantId),
    index('appeals_by_appellant').on(table.appellantId),
    check('appeals_side_known', isOneOf(table.side, appealSides)),
    check('appeals_outcome_known', isOneOf(table.outcome, appealOutcomes)),
    check(
      'appeals_decided_has_an_outcome',
      sql`(${table.outcome} is null) = (${table.decidedAt} is null) and (${table.outcome} is not null or ${table.decidedBy} is null and ${table.reason} is null)`,
    ),
    check(
      'appeals_text_lengths',
      sql`char_length(${table.text}) between 1 and ${longest(limits.reportLength)} and char_length(${table.reason}) between 1 and ${longest(limits.reportLength)}`,
    ),
  ],
);
