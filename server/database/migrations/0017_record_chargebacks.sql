CREATE TABLE "chargebacks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"provider_dispute_id" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"state" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "chargebacks_state_known" CHECK ("chargebacks"."state" in ('open', 'won', 'lost')),
	CONSTRAINT "chargebacks_amounts" CHECK ("chargebacks"."amount_cents" > 0 and "chargebacks"."fee_cents" >= 0),
	CONSTRAINT "chargebacks_closed_has_a_time" CHECK (("chargebacks"."state" = 'open') = ("chargebacks"."closed_at" is null))
);
--> statement-breakpoint
CREATE TABLE "sandbox_disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"fee_cents" integer NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sandbox_disputes_state_known" CHECK ("sandbox_disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "provider_dispute_id" text;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_disputes" ADD CONSTRAINT "sandbox_disputes_intent_id_sandbox_intents_id_fk" FOREIGN KEY ("intent_id") REFERENCES "public"."sandbox_intents"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "chargebacks_provider_unique" ON "chargebacks" USING btree ("provider","provider_dispute_id");--> statement-breakpoint
CREATE INDEX "chargebacks_by_booking" ON "chargebacks" USING btree ("booking_id");--> statement-breakpoint
CREATE INDEX "chargebacks_by_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_open" ON "chargebacks" USING btree ("checked_at") WHERE "chargebacks"."state" = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_disputes_one_per_intent" ON "sandbox_disputes" USING btree ("intent_id");