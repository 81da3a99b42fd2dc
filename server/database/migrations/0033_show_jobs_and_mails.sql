-- The indexes come first, so that no table is locked while they are built; build them beforehand on a large shop (docs/operators.md).
CREATE INDEX IF NOT EXISTS "account_mails_given_up" ON "account_mails" USING btree ("id" DESC NULLS FIRST) WHERE "account_mails"."dropped_at" is not null and "account_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "alert_mails_given_up" ON "alert_mails" USING btree ("id" DESC NULLS FIRST) WHERE "alert_mails"."dropped_at" is not null and "alert_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payout_mails_given_up" ON "payout_mails" USING btree ("id" DESC NULLS FIRST) WHERE "payout_mails"."dropped_at" is not null and "payout_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "mails_given_up" ON "mails" USING btree ("id" DESC NULLS FIRST) WHERE "mails"."dropped_at" is not null and "mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "product_mails_given_up" ON "product_mails" USING btree ("id" DESC NULLS FIRST) WHERE "product_mails"."dropped_at" is not null and "product_mails"."last_fault" is not null;--> statement-breakpoint
ALTER TABLE "account_mails" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "alert_mails" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "leased_on" text;--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "last_items" integer;--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "last_ms" integer;--> statement-breakpoint
ALTER TABLE "job_runs" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "payout_mails" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "payout_reversals" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "request_id" text;--> statement-breakpoint
ALTER TABLE "payment_intents" ADD COLUMN "unknown_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_error" text;--> statement-breakpoint
ALTER TABLE "product_mails" ADD COLUMN "request_id" text;
