CREATE TABLE "mail_pauses" (
	"reader_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"caused_by" uuid NOT NULL,
	"mailed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_pauses_reader_id_topic_caused_by_pk" PRIMARY KEY("reader_id","topic","caused_by"),
	CONSTRAINT "mail_pauses_topic_known" CHECK ("mail_pauses"."topic" in ('offers', 'bookings', 'statements'))
);
--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "idempotency_digest" text;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "declines_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "idempotency_digest" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "idempotency_digest" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "idempotency_digest" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "idempotency_digest" text;--> statement-breakpoint
ALTER TABLE "mail_pauses" ADD CONSTRAINT "mail_pauses_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mail_pauses" ADD CONSTRAINT "mail_pauses_caused_by_users_id_fk" FOREIGN KEY ("caused_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_pauses_by_cause" ON "mail_pauses" USING btree ("caused_by");--> statement-breakpoint
CREATE INDEX IF NOT EXISTS "offers_to_decline" ON "offers" USING btree ("declines_at") WHERE "offers"."declines_at" is not null and "offers"."state" = 'open';