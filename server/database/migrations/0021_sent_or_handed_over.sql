ALTER TABLE "offers" DROP CONSTRAINT "offers_text_lengths";--> statement-breakpoint
ALTER TABLE "bookings" DROP CONSTRAINT "bookings_phone_length";--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "buyer_meets_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "seller_meets_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "fulfilments" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "dispatch_days" smallint;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "return_days" smallint;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "dispatch_days" smallint;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_text_lengths" CHECK (char_length("offers"."phone") <= 20 and char_length("offers"."location") <= 200 and char_length("offers"."message") between 1 and 500) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_dispatch_days" CHECK ("bookings"."dispatch_days" between 1 and 14) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_return_days" CHECK ("bookings"."return_days" between 1 and 365) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_phone_length" CHECK (char_length("bookings"."phone") <= 20) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_dispatch_days" CHECK ("products"."dispatch_days" between 1 and 14) NOT VALID;