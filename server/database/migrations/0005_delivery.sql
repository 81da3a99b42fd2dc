CREATE TABLE "booking_addresses" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"lines" text[] NOT NULL,
	"postcode" text,
	"city" text NOT NULL,
	"region" text,
	"country" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "booking_addresses_lines" CHECK (cardinality("booking_addresses"."lines") between 1 and 3),
	CONSTRAINT "booking_addresses_country" CHECK ("booking_addresses"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "delivery_addresses" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"lines" text[] NOT NULL,
	"postcode" text,
	"city" text NOT NULL,
	"region" text,
	"country" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "delivery_addresses_lines" CHECK (cardinality("delivery_addresses"."lines") between 1 and 3),
	CONSTRAINT "delivery_addresses_country" CHECK ("delivery_addresses"."country" ~ '^[A-Z]{2}$')
);
--> statement-breakpoint
CREATE TABLE "shipping_prices" (
	"product_id" uuid NOT NULL,
	"zone_id" text NOT NULL,
	"price_cents" integer NOT NULL,
	CONSTRAINT "shipping_prices_product_id_zone_id_pk" PRIMARY KEY("product_id","zone_id"),
	CONSTRAINT "shipping_prices_price" CHECK ("shipping_prices"."price_cents" between 0 and 100000000),
	CONSTRAINT "shipping_prices_zone_length" CHECK (char_length("shipping_prices"."zone_id") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "disputes" ADD COLUMN "refund_shipping_cents" integer;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "delivery_method" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "zone_id" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "zone_name" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "refund_shipping_cents" integer;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "delivery_method" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "zone_id" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "zone_name" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "shipping_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "pickup" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "ships" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "booking_addresses" ADD CONSTRAINT "booking_addresses_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_addresses" ADD CONSTRAINT "delivery_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_prices" ADD CONSTRAINT "shipping_prices_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shipping_prices_by_zone" ON "shipping_prices" USING btree ("zone_id","product_id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_refund_shipping" CHECK ("disputes"."refund_shipping_cents" between 0 and "disputes"."refund_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_delivery_known" CHECK ("offers"."delivery_method" in ('pickup', 'shipping')) NOT VALID;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_shipping_has_a_zone" CHECK ((coalesce("offers"."delivery_method", '') = 'shipping') = ("offers"."zone_id" is not null) and (coalesce("offers"."delivery_method", '') = 'shipping') = ("offers"."zone_name" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_shipping_price" CHECK ("offers"."shipping_cents" = 0 or coalesce("offers"."delivery_method", '') = 'shipping' and "offers"."shipping_cents" between 1 and 100000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_shipping" CHECK ("payments"."shipping_cents" >= 0 and "payments"."shipping_cents" < "payments"."amount_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_refund_shipping" CHECK ("payments"."refund_shipping_cents" between 0 and "payments"."shipping_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_delivery_known" CHECK ("bookings"."delivery_method" in ('pickup', 'shipping')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_shipping_has_a_zone" CHECK ((coalesce("bookings"."delivery_method", '') = 'shipping') = ("bookings"."zone_id" is not null) and (coalesce("bookings"."delivery_method", '') = 'shipping') = ("bookings"."zone_name" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_shipping_price" CHECK ("bookings"."shipping_cents" = 0 or coalesce("bookings"."delivery_method", '') = 'shipping' and "bookings"."shipping_cents" between 1 and 100000000) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_delivery" CHECK ("products"."pickup" or "products"."ships") NOT VALID;