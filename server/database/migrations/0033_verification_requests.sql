CREATE TABLE "verification_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"text" text NOT NULL,
	"links" text[] NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "verification_requests_text_length" CHECK (char_length("verification_requests"."text") between 1 and 1000),
	CONSTRAINT "verification_requests_links_count" CHECK (cardinality("verification_requests"."links") <= 3)
);
--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "number_digest" "bytea";--> statement-breakpoint
ALTER TABLE "payout_accounts" ADD COLUMN "digest_of" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "verification_requests" ADD CONSTRAINT "verification_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "verification_requests_once" ON "verification_requests" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payout_accounts_by_number" ON "payout_accounts" USING btree ("number_digest") WHERE "payout_accounts"."number_digest" is not null;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "payout_accounts_without_digest" ON "payout_accounts" USING btree ("user_id") WHERE "payout_accounts"."sealed_details" is not null and "payout_accounts"."digest_of" is distinct from "payout_accounts"."changed_at";