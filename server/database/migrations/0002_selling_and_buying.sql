CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"reader" text NOT NULL,
	"booking_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('booked', 'hold-expiring', 'hold-expired', 'paid', 'return-requested', 'return-refused', 'returned', 'refunded')),
	CONSTRAINT "mails_reader_known" CHECK ("mails"."reader" in ('buyer', 'seller'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"intent_id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sandbox_intents" (
	"id" text PRIMARY KEY NOT NULL,
	"client_secret" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"booking_id" text NOT NULL,
	"description" text NOT NULL,
	"state" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"last_refusal" text,
	"challenge" text,
	"challenge_outcome" text,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_intents_state_known" CHECK ("sandbox_intents"."state" in ('requires_payment_method', 'requires_action', 'succeeded', 'canceled')),
	CONSTRAINT "sandbox_intents_amount" CHECK ("sandbox_intents"."amount_cents" > 0),
	CONSTRAINT "sandbox_intents_refund" CHECK ("sandbox_intents"."refunded_cents" between 0 and "sandbox_intents"."amount_cents" and ("sandbox_intents"."refunded_cents" = 0 or "sandbox_intents"."state" = 'succeeded'))
);
--> statement-breakpoint
CREATE TABLE "sandbox_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_events" ADD CONSTRAINT "sandbox_events_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_refunds" ADD CONSTRAINT "sandbox_refunds_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mails_once" ON "mails" USING btree ("key");--> statement-breakpoint
CREATE INDEX "mails_to_send" ON "mails" USING btree ("tried_at" NULLS FIRST) WHERE "mails"."sent_at" is null and "mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "mails_by_booking" ON "mails" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "sandbox_events_to_deliver" ON "sandbox_events" USING btree ("tried_at" NULLS FIRST) WHERE "sandbox_events"."delivered_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_events_by_intent" ON "sandbox_events" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_intents_idempotency" ON "sandbox_intents" USING btree ("idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_refunds_idempotency" ON "sandbox_refunds" USING btree ("idempotency_key");--> statement-breakpoint
CREATE INDEX "sandbox_refunds_by_intent" ON "sandbox_refunds" USING btree ("intent_id");--> statement-breakpoint
CREATE UNIQUE INDEX "images_by_external_url" ON "images" USING btree ("external_url") WHERE "images"."external_url" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "products_idempotency" ON "products" USING btree ("seller_id","idempotency_key") WHERE "products"."idempotency_key" is not null;