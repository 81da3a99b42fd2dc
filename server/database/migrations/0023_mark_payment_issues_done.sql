CREATE TABLE "done_payment_issues" (
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"found_at" timestamp with time zone NOT NULL,
	"note" text NOT NULL,
	"done_by" uuid NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "done_payment_issues_id_kind_pk" PRIMARY KEY("id","kind"),
	CONSTRAINT "done_payment_issues_kind_known" CHECK ("done_payment_issues"."kind" in ('refund-stuck', 'refund-failed', 'refunded-elsewhere')),
	CONSTRAINT "done_payment_issues_note_length" CHECK (char_length("done_payment_issues"."note") between 1 and 1000)
);
--> statement-breakpoint
ALTER TABLE "done_payment_issues" ADD CONSTRAINT "done_payment_issues_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "done_payment_issues" ADD CONSTRAINT "done_payment_issues_done_by_users_id_fk" FOREIGN KEY ("done_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "done_payment_issues_by_payment" ON "done_payment_issues" USING btree ("payment_id");