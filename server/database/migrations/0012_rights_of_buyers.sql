ALTER TABLE "disputes" DROP CONSTRAINT "disputes_cause_known";--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails_kind_known";--> statement-breakpoint
ALTER TABLE "returns" DROP CONSTRAINT "returns_text_lengths";--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "sent_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "back_carrier" text;--> statement-breakpoint
ALTER TABLE "returns" ADD COLUMN "back_tracking" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "trader_name" text;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "trader_address" text;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_cause_known" CHECK ("disputes"."cause" in ('return-contested', 'not-received', 'sent-back', 'chargeback')) NOT VALID;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_kind_known" CHECK ("mails"."kind" in ('booked', 'hold-expiring', 'hold-expired', 'paid', 'return-requested', 'return-refused', 'returned', 'refunded', 'may-cancel', 'cancellation-requested', 'cancellation-declined', 'sale-cancelled', 'sent', 'receipt-assumed-soon', 'received', 'return-window-ending', 'sale-completed', 'return-accepted-soon', 'return-accepted', 'return-contested', 'return-lapsing', 'return-lapsed', 'return-sent-back', 'sent-back-dispute-soon', 'given-back', 'dispute-opened', 'dispute-answered', 'dispute-decided', 'free-again')) NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_sent_back_has_a_carrier" CHECK (("returns"."sent_back_at" is null) = ("returns"."back_carrier" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "returns" ADD CONSTRAINT "returns_text_lengths" CHECK (char_length("returns"."place") between 1 and 400 and char_length("returns"."contest_reason") between 1 and 2000 and char_length("returns"."back_carrier") between 1 and 60 and char_length("returns"."back_tracking") between 1 and 300) NOT VALID;