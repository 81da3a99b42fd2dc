ALTER TABLE "fulfilments" ADD COLUMN "permit_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "permit_number" text;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "permit_given_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "ships_from" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "permit_for" text[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "country" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "materials" text[];--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "gets_permit" boolean;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "papers" text;--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "fulfilments_without_permit" ON "fulfilments" USING btree ("permit_due_at") WHERE "fulfilments"."state" = 'awaiting' and "fulfilments"."permit_due_at" is not null and "fulfilments"."permit_given_at" is null;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_permit_is_whole" CHECK (("fulfilments"."permit_given_at" is null) = ("fulfilments"."permit_number" is null) and ("fulfilments"."permit_given_at" is null or "fulfilments"."permit_due_at" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD CONSTRAINT "fulfilments_permit_length" CHECK (char_length("fulfilments"."permit_number") between 1 and 80) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_ships_from_is_a_code" CHECK ("bookings"."ships_from" ~ '^[A-Z]{2}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_permit_is_for_what_is_sent" CHECK ("bookings"."permit_for" is null or "bookings"."delivery_method" = 'shipping' and cardinality("bookings"."permit_for") between 1 and 8) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_country_is_a_code" CHECK ("products"."country" ~ '^[A-Z]{2}$') NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_materials_are_few" CHECK (cardinality("products"."materials") between 1 and 8) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_papers_length" CHECK (char_length("products"."papers") between 1 and 200) NOT VALID;--> statement-breakpoint
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