CREATE TABLE "ledger_differences" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"reference" text NOT NULL,
	"booking_id" uuid,
	"ledger_cents" bigint NOT NULL,
	"provider_cents" bigint NOT NULL,
	"explanation" text,
	"moved_at" timestamp with time zone NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "ledger_differences_kind_known" CHECK ("ledger_differences"."kind" in ('charge', 'refund', 'chargeback', 'payout', 'fee', 'bank', 'other')),
	CONSTRAINT "ledger_differences_explanation_known" CHECK ("ledger_differences"."explanation" in ('pending', 'chargeback', 'fee', 'bank')),
	CONSTRAINT "ledger_differences_differ" CHECK ("ledger_differences"."ledger_cents" <> "ledger_differences"."provider_cents")
);
--> statement-breakpoint
CREATE TABLE "payout_reversals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"payout_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payout_reversals_state_known" CHECK ("payout_reversals"."state" in ('started', 'done', 'refused')),
	CONSTRAINT "payout_reversals_amount" CHECK ("payout_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "sandbox_accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"behaviour" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_accounts_behaviour_known" CHECK ("sandbox_accounts"."behaviour" in ('undecided', 'pays', 'pays-later', 'fails', 'documents'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_payouts" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reversed_cents" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_payouts_state_known" CHECK ("sandbox_payouts"."state" in ('taken', 'paid', 'failed')),
	CONSTRAINT "sandbox_payouts_amount" CHECK ("sandbox_payouts"."amount_cents" > 0),
	CONSTRAINT "sandbox_payouts_reversed" CHECK ("sandbox_payouts"."reversed_cents" between 0 and "sandbox_payouts"."amount_cents")
);
--> statement-breakpoint
ALTER TABLE "payout_mails" DROP CONSTRAINT "payout_mails_kind_known";--> statement-breakpoint
ALTER TABLE "payout_mails" ALTER COLUMN "payout_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_mails" ADD COLUMN "user_id" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "ledger_differences" ADD CONSTRAINT "ledger_differences_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_reversals" ADD CONSTRAINT "payout_reversals_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_payouts" ADD CONSTRAINT "sandbox_payouts_account_id_sandbox_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."sandbox_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_differences_open" ON "ledger_differences" USING btree ("provider","kind","reference") WHERE "ledger_differences"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payout_reversals_one_started" ON "payout_reversals" USING btree ("payout_id") WHERE "payout_reversals"."state" = 'started';--> statement-breakpoint
CREATE INDEX "payout_reversals_by_payout" ON "payout_reversals" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_accounts_user" ON "sandbox_accounts" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_payouts_idempotency" ON "sandbox_payouts" USING btree ("idempotency_key");--> statement-breakpoint
ALTER TABLE "payout_mails" ADD CONSTRAINT "payout_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payouts_idempotency" ON "payouts" USING btree ("started_by","idempotency_key") WHERE "payouts"."idempotency_key" is not null;--> statement-breakpoint
ALTER TABLE "payout_mails" ADD CONSTRAINT "payout_mails_have_a_reader" CHECK (("payout_mails"."payout_id" is null) <> ("payout_mails"."user_id" is null));--> statement-breakpoint
ALTER TABLE "payout_mails" ADD CONSTRAINT "payout_mails_kind_known" CHECK ("payout_mails"."kind" in ('payout-paid', 'payout-failed', 'payout-account-needed', 'payout-account-changed'));