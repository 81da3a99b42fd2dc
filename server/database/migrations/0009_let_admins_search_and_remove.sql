CREATE TABLE "product_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "product_mails_product_id_unique" UNIQUE("product_id"),
	CONSTRAINT "product_mails_reason_length" CHECK (char_length("product_mails"."reason") between 1 and 500)
);
--> statement-breakpoint
ALTER TABLE "product_mails" ADD CONSTRAINT "product_mails_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_mails_to_send" ON "product_mails" USING btree ("tried_at" NULLS FIRST) WHERE "product_mails"."sent_at" is null and "product_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "bookings_by_words" ON "bookings" USING gin (to_tsvector('simple', regexp_replace(product_name || ' ' || buyer_name || ' ' || buyer_email, '[^[:alnum:]]+', ' ', 'g')));--> statement-breakpoint
CREATE INDEX "products_by_words" ON "products" USING gin (to_tsvector('simple', regexp_replace(name, '[^[:alnum:]]+', ' ', 'g'))) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "users_removed_by_words" ON "users" USING gin (to_tsvector('simple', translate(name || ' ' || email, '@._+-', '     '))) WHERE "users"."removed_at" is not null;