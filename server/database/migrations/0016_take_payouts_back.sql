CREATE TABLE "sandbox_reversals" (
	"id" text PRIMARY KEY NOT NULL,
	"payout_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_reversals_amount" CHECK ("sandbox_reversals"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "sandbox_reversals" ADD CONSTRAINT "sandbox_reversals_payout_id_sandbox_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."sandbox_payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_reversals_idempotency" ON "sandbox_reversals" USING btree ("idempotency_key");