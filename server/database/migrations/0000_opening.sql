CREATE TABLE "images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"external_url" text,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"widths" integer[] NOT NULL,
	"placeholder" text NOT NULL,
	"bytes" integer NOT NULL,
	"avif" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "images_have_a_size" CHECK ("images"."width" > 0 and "images"."height" > 0 and "images"."bytes" > 0)
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_event_id" text NOT NULL,
	"type" text NOT NULL,
	"provider_intent_id" text,
	"payload" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text
);
--> statement-breakpoint
CREATE TABLE "payment_intents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	CONSTRAINT "payment_intents_state_known" CHECK ("payment_intents"."state" in ('open', 'succeeded', 'cancelled')),
	CONSTRAINT "payment_intents_amount" CHECK ("payment_intents"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"provider" text NOT NULL,
	"transaction_id" text NOT NULL,
	"state" text NOT NULL,
	"refund_reason" text,
	"provider_refund_id" text,
	"refund_attempts" integer DEFAULT 0 NOT NULL,
	"refund_tried_at" timestamp with time zone,
	"refunded_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_state_known" CHECK ("payments"."state" in ('recorded', 'refund-due', 'refunded')),
	CONSTRAINT "payments_amount" CHECK ("payments"."amount_cents" > 0),
	CONSTRAINT "payments_refund_has_a_reason" CHECK ("payments"."state" = 'recorded' or "payments"."refund_reason" is not null),
	CONSTRAINT "payments_refunded_has_a_time" CHECK (("payments"."state" = 'refunded') = ("payments"."refunded_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "product_images" (
	"product_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"image_id" uuid NOT NULL,
	CONSTRAINT "product_images_product_id_position_pk" PRIMARY KEY("product_id","position"),
	CONSTRAINT "product_images_position" CHECK ("product_images"."position" between 1 and 7)
);
--> statement-breakpoint
CREATE TABLE "returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"booking_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"state" text NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" uuid,
	"refunded_at" timestamp with time zone,
	CONSTRAINT "returns_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "returns_state_known" CHECK ("returns"."state" in ('requested', 'accepted', 'refused', 'refunded')),
	CONSTRAINT "returns_decided_by_somebody" CHECK (("returns"."state" = 'requested') = ("returns"."decided_at" is null) and ("returns"."decided_at" is null) = ("returns"."decided_by" is null)),
	CONSTRAINT "returns_refunded_has_a_time" CHECK (("returns"."state" = 'refunded') = ("returns"."refunded_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "bookings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"buyer_name" text NOT NULL,
	"buyer_email" text NOT NULL,
	"product_name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"image_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"state" text NOT NULL,
	"hold_expires_at" timestamp with time zone NOT NULL,
	"hold_extended" boolean DEFAULT false NOT NULL,
	"paid_at" timestamp with time zone,
	"released_at" timestamp with time zone,
	"release_reason" text,
	"returned_at" timestamp with time zone,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bookings_state_known" CHECK ("bookings"."state" in ('held', 'paid', 'released', 'returned')),
	CONSTRAINT "bookings_release_reason_known" CHECK ("bookings"."release_reason" in ('expired', 'cancelled', 'withdrawn', 'removed')),
	CONSTRAINT "bookings_price" CHECK ("bookings"."price_cents" > 0),
	CONSTRAINT "bookings_paid_has_a_time" CHECK (("bookings"."state" in ('paid', 'returned')) = ("bookings"."paid_at" is not null)),
	CONSTRAINT "bookings_released_has_a_reason" CHECK (("bookings"."state" = 'released') = ("bookings"."released_at" is not null and "bookings"."release_reason" is not null)),
	CONSTRAINT "bookings_returned_has_a_time" CHECK (("bookings"."state" = 'returned') = ("bookings"."returned_at" is not null)),
	CONSTRAINT "bookings_phone_length" CHECK (char_length("bookings"."phone") between 1 and 20),
	CONSTRAINT "bookings_location_length" CHECK (char_length("bookings"."location") between 1 and 200)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seller_id" uuid NOT NULL,
	"name" text NOT NULL,
	"price_cents" integer NOT NULL,
	"original_price_cents" integer,
	"category" text,
	"condition" text NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"description" text NOT NULL,
	"purchase_year" integer NOT NULL,
	"image_id" uuid NOT NULL,
	"status" text NOT NULL,
	"sold_booking_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "products_price" CHECK ("products"."price_cents" between 1 and 100000000),
	CONSTRAINT "products_original_price" CHECK ("products"."original_price_cents" is null or "products"."original_price_cents" between 1 and 100000000),
	CONSTRAINT "products_category_known" CHECK ("products"."category" in ('Brass', 'Keyboard', 'Woodwind', 'String', 'Percussion')),
	CONSTRAINT "products_condition_known" CHECK ("products"."condition" in ('Excellent', 'Good', 'Fair')),
	CONSTRAINT "products_status_known" CHECK ("products"."status" in ('available', 'advertise', 'sold')),
	CONSTRAINT "products_year" CHECK ("products"."purchase_year" between 1900 and 2099),
	CONSTRAINT "products_name_length" CHECK (char_length("products"."name") between 1 and 120),
	CONSTRAINT "products_phone_length" CHECK (char_length("products"."phone") between 1 and 13),
	CONSTRAINT "products_location_length" CHECK (char_length("products"."location") between 1 and 120),
	CONSTRAINT "products_description_length" CHECK (char_length("products"."description") between 1 and 5000),
	CONSTRAINT "products_sold_by_a_booking" CHECK (("products"."status" = 'sold') = ("products"."sold_booking_id" is not null)),
	CONSTRAINT "products_sold_is_not_withdrawn" CHECK ("products"."status" <> 'sold' or "products"."withdrawn_at" is null)
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"detail" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "catalogue_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"image_id" uuid,
	"image_url" text,
	"verified_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "users_role_known" CHECK ("users"."role" in ('buyer', 'seller', 'admin')),
	CONSTRAINT "users_name_length" CHECK (char_length("users"."name") between 1 and 100),
	CONSTRAINT "users_email_length" CHECK (char_length("users"."email") between 3 and 254),
	CONSTRAINT "users_one_picture" CHECK ("users"."image_id" is null or "users"."image_url" is null),
	CONSTRAINT "users_only_sellers_verified" CHECK ("users"."verified_at" is null or "users"."role" = 'seller')
);
--> statement-breakpoint
CREATE TABLE "wishlist_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"paid_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "payment_intents" ADD CONSTRAINT "payment_intents_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_decided_by_users_id_fk" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sold_booking_id_bookings_id_fk" FOREIGN KEY ("sold_booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_image_id_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."images"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_items" ADD CONSTRAINT "wishlist_items_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "images_without_avif" ON "images" USING btree ("id") WHERE not "images"."avif";--> statement-breakpoint
CREATE INDEX "images_by_age" ON "images" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_provider_unique" ON "payment_events" USING btree ("provider","provider_event_id");--> statement-breakpoint
CREATE INDEX "payment_events_by_intent" ON "payment_events" USING btree ("provider","provider_intent_id");--> statement-breakpoint
CREATE INDEX "payment_events_unsettled" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."settled_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_provider_unique" ON "payment_intents" USING btree ("provider","provider_intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_intents_one_open_per_booking" ON "payment_intents" USING btree ("booking_id") WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
CREATE INDEX "payment_intents_to_check" ON "payment_intents" USING btree ("checked_at" NULLS FIRST) WHERE "payment_intents"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "payments_transaction_unique" ON "payments" USING btree ("provider","transaction_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_standing_per_booking" ON "payments" USING btree ("booking_id") WHERE "payments"."state" = 'recorded';--> statement-breakpoint
CREATE INDEX "payments_by_booking" ON "payments" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "payments_by_product" ON "payments" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "payments_by_buyer" ON "payments" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "payments_refund_due" ON "payments" USING btree ("refund_tried_at" NULLS FIRST) WHERE "payments"."state" = 'refund-due';--> statement-breakpoint
CREATE INDEX "product_images_by_image" ON "product_images" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "returns_open" ON "returns" USING btree ("requested_at") WHERE "returns"."state" in ('requested', 'accepted');--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_one_live_per_product" ON "bookings" USING btree ("product_id") WHERE "bookings"."state" in ('held', 'paid');--> statement-breakpoint
CREATE UNIQUE INDEX "bookings_idempotency" ON "bookings" USING btree ("buyer_id","idempotency_key") WHERE "bookings"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "bookings_by_buyer" ON "bookings" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_by_seller" ON "bookings" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_by_product" ON "bookings" USING btree ("product_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "bookings_by_image" ON "bookings" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "bookings_by_expiry" ON "bookings" USING btree ("hold_expires_at") WHERE "bookings"."state" = 'held';--> statement-breakpoint
CREATE INDEX "bookings_open_by_price" ON "bookings" USING btree ("buyer_id","price_cents") WHERE "bookings"."state" = 'held';--> statement-breakpoint
CREATE INDEX "products_advertised" ON "products" USING btree ("id" DESC NULLS FIRST) WHERE "products"."status" = 'advertise' and "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("category","id" DESC NULLS FIRST) WHERE "products"."status" <> 'sold' and "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_seller" ON "products" USING btree ("seller_id","id" DESC NULLS FIRST) WHERE "products"."withdrawn_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_image" ON "products" USING btree ("image_id");--> statement-breakpoint
CREATE INDEX "products_by_sold_booking" ON "products" USING btree ("sold_booking_id") WHERE "products"."sold_booking_id" is not null;--> statement-breakpoint
CREATE INDEX "audit_entries_by_subject" ON "audit_entries" USING btree ("subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "catalogue_changes_by_time" ON "catalogue_changes" USING btree ("changed_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_role" ON "users" USING btree ("role","id" DESC NULLS FIRST) WHERE "users"."removed_at" is null;--> statement-breakpoint
CREATE INDEX "users_by_image" ON "users" USING btree ("image_id") WHERE "users"."image_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "wishlist_items_once" ON "wishlist_items" USING btree ("user_id","product_id");--> statement-breakpoint
CREATE INDEX "wishlist_items_by_user" ON "wishlist_items" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "wishlist_items_unpaid_by_product" ON "wishlist_items" USING btree ("product_id") WHERE "wishlist_items"."paid_at" is null;