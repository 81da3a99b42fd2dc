CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"person_id" uuid,
	"booking_id" uuid,
	"case_id" uuid,
	"author_id" uuid NOT NULL,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	CONSTRAINT "notes_have_one_subject" CHECK (num_nonnulls("notes"."person_id", "notes"."booking_id", "notes"."case_id") = 1),
	CONSTRAINT "notes_text_length" CHECK (char_length("notes"."text") between 1 and 2000)
);
--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notes_by_person" ON "notes" USING btree ("person_id","id");--> statement-breakpoint
CREATE INDEX "notes_by_booking" ON "notes" USING btree ("booking_id","id");--> statement-breakpoint
CREATE INDEX "notes_by_case" ON "notes" USING btree ("case_id","id");