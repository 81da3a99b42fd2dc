CREATE TABLE "offer_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"offer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reader" text NOT NULL,
	"step" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "offer_mails_kind_known" CHECK ("offer_mails"."kind" in ('offer-made', 'offer-countered', 'offer-declined', 'offer-expired')),
	CONSTRAINT "offer_mails_reader_known" CHECK ("offer_mails"."reader" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"state" text NOT NULL,
	"listed_cents" integer NOT NULL,
	"amounts_cents" integer[] NOT NULL,
	"phone" text NOT NULL,
	"location" text NOT NULL,
	"message" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"is_below_least" boolean DEFAULT false NOT NULL,
	"is_unseen" boolean DEFAULT false NOT NULL,
	"void_reason" text,
	"booking_id" uuid,
	"idempotency_key" text,
	CONSTRAINT "offers_booking_id_unique" UNIQUE("booking_id"),
	CONSTRAINT "offers_state_known" CHECK ("offers"."state" in ('open', 'countered', 'accepted', 'declined', 'withdrawn', 'expired', 'void')),
	CONSTRAINT "offers_void_reason_known" CHECK ("offers"."void_reason" in ('sold', 'withdrawn', 'hidden', 'price', 'removed', 'blocked')),
	CONSTRAINT "offers_of_others" CHECK ("offers"."buyer_id" <> "offers"."seller_id"),
	CONSTRAINT "offers_rounds" CHECK (cardinality("offers"."amounts_cents") between 1 and 6),
	CONSTRAINT "offers_below_the_price" CHECK (0 < all ("offers"."amounts_cents") and "offers"."listed_cents" > all ("offers"."amounts_cents")),
	CONSTRAINT "offers_turn" CHECK ("offers"."state" not in ('open', 'countered') or ("offers"."state" = 'open') = (cardinality("offers"."amounts_cents") % 2 = 1)),
	CONSTRAINT "offers_accepted_has_a_booking" CHECK (("offers"."state" = 'accepted') = ("offers"."booking_id" is not null)),
	CONSTRAINT "offers_void_has_a_reason" CHECK (("offers"."state" = 'void') = ("offers"."void_reason" is not null)),
	CONSTRAINT "offers_text_lengths" CHECK (char_length("offers"."phone") between 1 and 20 and char_length("offers"."location") between 1 and 200 and char_length("offers"."message") between 1 and 500)
);
--> statement-breakpoint
CREATE TABLE "blocks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_somebody_else" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "message_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"reader_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"text_digest" text NOT NULL,
	"contact" text[] NOT NULL,
	"idempotency_key" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "messages_length" CHECK (char_length("messages"."text") between 1 and 2000)
);
--> statement-breakpoint
CREATE TABLE "thread_sides" (
	"thread_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"last_message_id" uuid NOT NULL,
	"unread" integer DEFAULT 0 NOT NULL,
	"read_to" uuid,
	"mailed_at" timestamp with time zone,
	CONSTRAINT "thread_sides_thread_id_user_id_pk" PRIMARY KEY("thread_id","user_id"),
	CONSTRAINT "thread_sides_unread" CHECK ("thread_sides"."unread" >= 0)
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"buyer_id" uuid NOT NULL,
	"seller_id" uuid NOT NULL,
	"started_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "threads_two_people" CHECK ("threads"."buyer_id" <> "threads"."seller_id")
);
--> statement-breakpoint
ALTER TABLE "alert_subscriptions" DROP CONSTRAINT "alert_subscriptions_topic_known";--> statement-breakpoint
ALTER TABLE "account_mails" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "event_counts" ADD COLUMN "offers" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_counts" ADD COLUMN "threads" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "event_counts" ADD COLUMN "messages" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "listed_cents" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "takes_offers" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "least_offer_cents" integer;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "language" text;--> statement-breakpoint
ALTER TABLE "offer_mails" ADD CONSTRAINT "offer_mails_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_mails" ADD CONSTRAINT "message_mails_side_fk" FOREIGN KEY ("thread_id","reader_id") REFERENCES "public"."thread_sides"("thread_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_sides" ADD CONSTRAINT "thread_sides_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_sides" ADD CONSTRAINT "thread_sides_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_buyer_id_users_id_fk" FOREIGN KEY ("buyer_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_seller_id_users_id_fk" FOREIGN KEY ("seller_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_started_by_users_id_fk" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offer_mails_once" ON "offer_mails" USING btree ("offer_id","kind","reader","step");--> statement-breakpoint
CREATE INDEX "offer_mails_to_send" ON "offer_mails" USING btree ("tried_at" NULLS FIRST) WHERE "offer_mails"."sent_at" is null and "offer_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "offer_mails_given_up" ON "offer_mails" USING btree ("id" DESC NULLS FIRST) WHERE "offer_mails"."dropped_at" is not null and "offer_mails"."last_fault" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_live_per_buyer_and_product" ON "offers" USING btree ("buyer_id","product_id") WHERE "offers"."state" in ('open', 'countered');--> statement-breakpoint
CREATE UNIQUE INDEX "offers_idempotency" ON "offers" USING btree ("buyer_id","idempotency_key") WHERE "offers"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "offers_by_buyer" ON "offers" USING btree ("buyer_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offers_by_seller" ON "offers" USING btree ("seller_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "offers_by_product" ON "offers" USING btree ("product_id","buyer_id");--> statement-breakpoint
CREATE INDEX "offers_live_by_seller" ON "offers" USING btree ("seller_id","id" DESC NULLS FIRST) WHERE "offers"."state" in ('open', 'countered');--> statement-breakpoint
CREATE INDEX "offers_by_expiry" ON "offers" USING btree ("expires_at") WHERE "offers"."state" in ('open', 'countered');--> statement-breakpoint
CREATE INDEX "offers_to_erase" ON "offers" USING btree ("changed_at") WHERE "offers"."phone" <> '[removed]' and "offers"."state" not in ('open', 'countered');--> statement-breakpoint
CREATE UNIQUE INDEX "blocks_once" ON "blocks" USING btree ("blocker_id","blocked_id");--> statement-breakpoint
CREATE INDEX "blocks_by_blocked" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "message_mails_one_to_send" ON "message_mails" USING btree ("thread_id","reader_id") WHERE "message_mails"."sent_at" is null and "message_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "message_mails_by_side" ON "message_mails" USING btree ("thread_id","reader_id");--> statement-breakpoint
CREATE INDEX "message_mails_to_send" ON "message_mails" USING btree ("tried_at" NULLS FIRST) WHERE "message_mails"."sent_at" is null and "message_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "message_mails_given_up" ON "message_mails" USING btree ("id" DESC NULLS FIRST) WHERE "message_mails"."dropped_at" is not null and "message_mails"."last_fault" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "messages_idempotency" ON "messages" USING btree ("author_id","idempotency_key") WHERE "messages"."idempotency_key" is not null;--> statement-breakpoint
CREATE INDEX "messages_by_thread" ON "messages" USING btree ("thread_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "messages_by_text" ON "messages" USING btree ("author_id","text_digest","created_at");--> statement-breakpoint
CREATE INDEX "thread_sides_by_user" ON "thread_sides" USING btree ("user_id",("unread" > 0) desc,"last_message_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "threads_once" ON "threads" USING btree ("product_id","buyer_id");--> statement-breakpoint
CREATE INDEX "threads_by_starter" ON "threads" USING btree ("started_by","created_at");--> statement-breakpoint
ALTER TABLE "alert_subscriptions" ADD CONSTRAINT "alert_subscriptions_topic_known" CHECK ("alert_subscriptions"."topic" in ('searches', 'wishlist', 'messages')) NOT VALID;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_agreed_is_less" CHECK ("bookings"."listed_cents" > "bookings"."price_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_least_offer" CHECK ("products"."least_offer_cents" between 1 and 100000000) NOT VALID;