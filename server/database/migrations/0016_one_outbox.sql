CREATE TABLE "queued_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"kind" text NOT NULL,
	"reader" text,
	"reader_id" uuid,
	"subject_id" uuid NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"rank" smallint DEFAULT 1 NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"tried_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_fault" text,
	"sent_at" timestamp with time zone,
	"dropped_at" timestamp with time zone,
	"request_id" text,
	CONSTRAINT "queued_mails_once" UNIQUE("key"),
	CONSTRAINT "queued_mails_reader_known" CHECK ("queued_mails"."reader" in ('buyer', 'seller', 'watcher'))
);
--> statement-breakpoint
ALTER TABLE "case_mails" DROP CONSTRAINT "case_mails_kind_known";--> statement-breakpoint
ALTER TABLE "payout_mails" DROP CONSTRAINT "payout_mails_kind_known";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "offer_mails" DROP CONSTRAINT "offer_mails_kind_known";--> statement-breakpoint
ALTER TABLE "queued_mails" ADD CONSTRAINT "queued_mails_reader_id_users_id_fk" FOREIGN KEY ("reader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queued_mails_to_send" ON "queued_mails" USING btree ("rank","due_at") WHERE "queued_mails"."sent_at" is null and "queued_mails"."dropped_at" is null;--> statement-breakpoint
CREATE INDEX "queued_mails_given_up" ON "queued_mails" USING btree ("id" DESC NULLS FIRST) WHERE "queued_mails"."dropped_at" is not null and "queued_mails"."last_fault" is not null;--> statement-breakpoint
CREATE INDEX "queued_mails_by_subject" ON "queued_mails" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "queued_mails_about_accounts" ON "queued_mails" USING btree ("id") WHERE "queued_mails"."rank" = 0;--> statement-breakpoint
-- What was announced about sales is not announced again.
INSERT INTO "queued_mails" (id, key, kind, reader, reader_id, subject_id, due_at, created_at, sent_at)
SELECT m.id, m.key, m.kind, m.reader, coalesce(m.reader_id, case m.reader when 'buyer' then b.buyer_id else b.seller_id end),
  m.booking_id, m.created_at, m.created_at, coalesce(m.sent_at, m.dropped_at)
FROM "mails" m JOIN "bookings" b ON b.id = m.booking_id
WHERE coalesce(m.sent_at, m.dropped_at) IS NOT NULL
  AND m.kind IN ('hold-expiring', 'free-again', 'may-cancel', 'receipt-assumed-soon', 'return-window-ending',
    'return-accepted-soon', 'return-lapsing', 'sent-back-dispute-soon')
ON CONFLICT DO NOTHING;
