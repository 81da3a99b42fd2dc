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
ALTER TABLE "products" ADD CONSTRAINT "products_papers_length" CHECK (char_length("products"."papers") between 1 and 200) NOT VALID;