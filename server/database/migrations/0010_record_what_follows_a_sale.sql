CREATE TABLE "dispute_statements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"dispute_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "dispute_statements_length" CHECK (char_length("dispute_statements"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"cause" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"opened_at" timestamp with time zone NOT NULL,
	"opened_by" uuid,
	"provider_dispute_id" text,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"refund_cents" integer,
	"goes_back" boolean,
	"decision_reason" text,
	CONSTRAINT "disputes_state_known" CHECK ("disputes"."state" in ('open', 'decided')),
	CONSTRAINT "disputes_cause_known" CHECK ("disputes"."cause" in ('return-contested', 'not-received', 'chargeback')),
	CONSTRAINT "disputes_reason_length" CHECK (char_length("disputes"."reason") between 1 and 2000),
	CONSTRAINT "disputes_decided_has_a_decision" CHECK (("disputes"."state" = 'decided') = ("disputes"."decided_at" is not null and "disputes"."refund_cents" is not null and "disputes"."goes_back" is not null)),
	CONSTRAINT "disputes_refund" CHECK ("disputes"."refund_cents" >= 0),
	CONSTRAINT "disputes_decision_reason_length" CHECK (char_length("disputes"."decision_reason") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "evidence_images" (
	"subject_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "evidence_images_subject_id_position_pk" PRIMARY KEY("subject_id","position"),
	CONSTRAINT "evidence_images_position" CHECK ("evidence_images"."position" between 1 and 6)
);
--> statement-breakpoint
CREATE TABLE "fulfilments" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"method" text,
	"carrier" text,
	"tracking" text,
	"paid_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"return_until" timestamp with time zone,
	"completed_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	"cancelled_by" uuid,
	"cancel_reason" text,
	CONSTRAINT "fulfilments_state_known" CHECK ("fulfilments"."state" in ('awaiting', 'sent', 'received', 'completed', 'returned', 'cancelled')),
	CONSTRAINT "fulfilments_method_known" CHECK ("fulfilments"."method" in ('meeting', 'shipping')),
	CONSTRAINT "fulfilments_sent_has_a_time" CHECK ("fulfilments"."state" <> 'sent' or "fulfilments"."sent_at" is not null and "fulfilments"."carrier" is not null),
	CONSTRAINT "fulfilments_received_has_a_time" CHECK (("fulfilments"."state" <> 'received' or "fulfilments"."received_at" is not null) and ("fulfilments"."received_at" is null) = ("fulfilments"."return_until" is null)),
	CONSTRAINT "fulfilments_completed_has_a_time" CHECK ("fulfilments"."state" <> 'completed' or "fulfilments"."completed_at" is not null),
	CONSTRAINT "fulfilments_returned_has_a_time" CHECK (("fulfilments"."state" = 'returned') = ("fulfilments"."returned_at" is not null)),
	CONSTRAINT "fulfilments_cancelled_has_a_time" CHECK (("fulfilments"."state" = 'cancelled') = ("fulfilments"."cancelled_at" is not null)),
	CONSTRAINT "fulfilments_text_lengths" CHECK (char_length("fulfilments"."carrier") between 1 and 60 and char_length("fulfilments"."tracking") between 1 and 300 and char_length("fulfilments"."cancel_reason") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "wrong_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"tried_at" timestamp with time zone NOT NULL,
	CONSTRAINT "wrong_codes_purpose_known" CHECK ("wrong_codes"."purpose" in ('handover', 'giving-back'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"debit" text NOT NULL,
	"credit" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"kind" text NOT NULL,
	"cause" text NOT NULL,
	"booking_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('charge', 'commission', 'release', 'payout', 'payout-failed', 'refund', 'chargeback', 'chargeback-fee', 'reversal')),
	CONSTRAINT "ledger_entries_amount" CHECK ("ledger_entries"."amount_cents" > 0),
	CONSTRAINT "ledger_entries_two_accounts" CHECK ("ledger_entries"."debit" <> "ledger_entries"."credit"),
	CONSTRAINT "ledger_entries_currency" CHECK ("ledger_entries"."currency" ~ '^[A-Z]{3}$')
);
--> statement-breakpoint
CREATE TABLE "payout_accounts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_account_id" text,
	"state" text NOT NULL,
	"sealed_details" text,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_accounts_state_known" CHECK ("payout_accounts"."state" in ('incomplete', 'checking', 'ready', 'restricted'))
);
--> statement-breakpoint
CREATE TABLE "payout_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "payout_mails_kind_known" CHECK ("payout_mails"."kind" in ('payout-paid', 'payout-failed', 'payout-account-needed'))
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"provider_payout_id" text,
	"reference" text,
	"failure" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"started_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"taken_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "payouts_state_known" CHECK ("payouts"."state" in ('started', 'taken', 'paid', 'failed')),
	CONSTRAINT "payouts_amount" CHECK ("payouts"."amount_cents" > 0),
	CONSTRAINT "payouts_paid_has_a_time" CHECK ("payouts"."state" <> 'paid' or "payouts"."paid_at" is not null),
	CONSTRAINT "payouts_failed_has_a_time" CHECK (("payouts"."state" = 'failed') = ("payouts"."failed_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_decided_by_somebody";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_state_known";--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_cents" integer;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "place" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "contest_reason" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "give_back_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "given_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "lapsed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "buyer_keeps_it" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "commission_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dispute_statements" ADD CONSTRAINT "dispute_statements_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_opened_by_users_id_fk" FOREIGN KEY ("opened_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "evidence_images" ADD CONSTRAINT "evidence_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_cancelled_by_users_id_fk" FOREIGN KEY ("cancelled_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wrong_codes" ADD CONSTRAINT "wrong_codes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD CONSTRAINT "payout_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_mails" ADD CONSTRAINT "payout_mails_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_statements_by_dispute" ON "dispute_statements" USING btree ("dispute_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_one_open_per_booking" ON "disputes" USING btree ("booking_id") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "disputes_provider_unique" ON "disputes" USING btree ("provider_dispute_id") WHERE "disputes"."provider_dispute_id" is not null;--> statement-breakpoint
CREATE INDEX "disputes_by_booking" ON "disputes" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("id") WHERE "disputes"."state" = 'open';--> statement-breakpoint
CREATE INDEX "evidence_images_by_image" ON "evidence_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "fulfilments_awaiting" ON "fulfilments" USING btree ("paid_at") WHERE "fulfilments"."state" = 'awaiting';--> statement-breakpoint
CREATE INDEX "fulfilments_sent" ON "fulfilments" USING btree ("sent_at") WHERE "fulfilments"."state" = 'sent';--> statement-breakpoint
CREATE INDEX "fulfilments_received" ON "fulfilments" USING btree ("return_until") WHERE "fulfilments"."state" = 'received';--> statement-breakpoint
CREATE INDEX "wrong_codes_by_booking" ON "wrong_codes" USING btree ("booking_id","purpose","tried_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("kind","cause");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_debit" ON "ledger_entries" USING btree ("debit","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_credit" ON "ledger_entries" USING btree ("credit","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_booking" ON "ledger_entries" USING btree ("booking_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_accounts_provider_unique" ON "payout_accounts" USING btree ("provider","provider_account_id") WHERE "payout_accounts"."provider_account_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_mails_once" ON "payout_mails" USING btree ("payout_id","kind");--> statement-breakpoint
CREATE INDEX "payout_mails_to_send" ON "payout_mails" USING btree ("tried_at" NULLS FIRST) WHERE "payout_mails"."sent_at" is null and "payout_mails"."dropped_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_one_started_per_seller" ON "payouts" USING btree ("seller_id") WHERE "payouts"."state" = 'started';--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_provider_unique" ON "payouts" USING btree ("provider","provider_payout_id") WHERE "payouts"."provider_payout_id" is not null;--> statement-breakpoint
CREATE INDEX "payouts_by_seller" ON "payouts" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payouts_open" ON "payouts" USING btree ("tried_at" NULLS FIRST) WHERE "payouts"."state" in ('started', 'taken');--> statement-breakpoint
CREATE INDEX "returns_requested" ON "returns" USING btree ("requested_at") WHERE "returns"."state" = 'requested';--> statement-breakpoint
CREATE INDEX "returns_to_give_back" ON "returns" USING btree ("give_back_by") WHERE "returns"."state" = 'accepted';--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('booked', 'hold-expiring', 'hold-expired', 'paid', 'return-requested', 'return-refused', 'returned', 'refunded', 'may-cancel', 'sale-cancelled', 'sent', 'receipt-assumed-soon', 'received', 'return-window-ending', 'sale-completed', 'return-accepted-soon', 'return-accepted', 'return-contested', 'return-lapsing', 'return-lapsed', 'given-back', 'dispute-opened', 'dispute-answered', 'dispute-decided', 'free-again'));--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_amount" CHECK ("payments"."refund_cents" is null or "payments"."refund_cents" between 1 and "payments"."amount_cents");--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_decided_has_a_time" CHECK (("returns"."state" = 'requested') = ("returns"."decided_at" is null));--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_text_lengths" CHECK (char_length("returns"."place") between 1 and 300 and char_length("returns"."contest_reason") between 1 and 2000);--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_state_known" CHECK ("returns"."state" in ('requested', 'accepted', 'refused', 'contested', 'given-back', 'lapsed', 'refunded'));--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_commission" CHECK ("bookings"."commission_basis_points" between 0 and 10000);--> statement-breakpoint
-- Sales from before. Nothing is known of their handover: those whose three days of return are over are completed, those with
-- a return were received, and the others await the handover as from now on.
INSERT INTO "fulfilments" ("booking_id", "state", "method", "paid_at", "received_at", "return_until", "completed_at", "returned_at")
SELECT "id", "state", CASE WHEN "state" <> 'awaiting' THEN 'meeting' END, "paid_at",
	CASE WHEN "state" <> 'awaiting' THEN "paid_at" END,
	CASE WHEN "state" <> 'awaiting' THEN "paid_at" + interval '3 days' END,
	CASE WHEN "state" = 'completed' THEN "paid_at" + interval '3 days' END, "returned_at"
FROM (
	SELECT b."id", b."paid_at", b."returned_at", CASE
		WHEN b."state" = 'returned' THEN 'returned'
		WHEN r."id" IS NOT NULL THEN 'received'
		WHEN b."paid_at" + interval '3 days' <= now() THEN 'completed'
		ELSE 'awaiting' END AS "state"
	FROM "bookings" b LEFT JOIN "returns" r ON r."booking_id" = b."id"
	WHERE b."paid_at" IS NOT NULL
) sale;
--> statement-breakpoint
-- An admin could accept a return that the seller had refused; now a dispute asks the admin to decide.
INSERT INTO "disputes" ("id", "booking_id", "cause", "state", "reason", "opened_at", "opened_by")
SELECT gen_random_uuid(), "booking_id", 'return-contested', 'open', 'The seller refused the return.', "decided_at", "decided_by"
FROM "returns" WHERE "state" = 'refused';
--> statement-breakpoint
UPDATE "returns" SET "state" = 'contested', "contest_reason" = 'The seller refused the return.' WHERE "state" = 'refused';
--> statement-breakpoint
-- The ledger of the sales from before. The ids sort by time, as those that the application makes.
INSERT INTO "ledger_entries" ("id", "debit", "credit", "amount_cents", "currency", "kind", "cause", "booking_id", "created_at")
SELECT (lpad(to_hex((extract(epoch FROM "at") * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
		|| '8' || substr(md5(random()::text), 1, 15))::uuid,
	"debit", "credit", "amount_cents", 'USD', "kind", "cause", "booking_id", "at"
FROM (
	SELECT 'provider:' || p."provider" AS "debit", a."owner" AS "credit", p."amount_cents", 'charge' AS "kind",
		p."id"::text AS "cause", p."booking_id", p."created_at" AS "at"
	FROM "payments" p JOIN LATERAL (
		SELECT CASE WHEN p."refund_reason" IN ('The booking was no longer live when it was charged', 'The booking was paid already', 'The amount charged is not the price of the booking')
			THEN 'unapplied' ELSE 'pending:' || b."seller_id" END AS "owner"
		FROM "bookings" b WHERE b."id" = p."booking_id"
	) a ON true
	UNION ALL
	SELECT a."owner", 'provider:' || p."provider", p."amount_cents", 'refund', p."id"::text, p."booking_id", p."refunded_at"
	FROM "payments" p JOIN LATERAL (
		SELECT CASE WHEN p."refund_reason" IN ('The booking was no longer live when it was charged', 'The booking was paid already', 'The amount charged is not the price of the booking')
			THEN 'unapplied' ELSE 'pending:' || b."seller_id" END AS "owner"
		FROM "bookings" b WHERE b."id" = p."booking_id"
	) a ON true
	WHERE p."state" = 'refunded'
	UNION ALL
	SELECT 'pending:' || b."seller_id", 'available:' || b."seller_id", p."amount_cents", 'release', b."id"::text, b."id", f."completed_at"
	FROM "fulfilments" f JOIN "bookings" b ON b."id" = f."booking_id"
	JOIN "payments" p ON p."booking_id" = b."id" AND p."state" = 'recorded'
	WHERE f."state" = 'completed'
) movement;
