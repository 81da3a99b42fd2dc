CREATE TABLE "auth_known_devices" (
	"key" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "auth_known_devices" ADD CONSTRAINT "auth_known_devices_user_id_auth_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."auth_users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "auth_known_devices_by_user" ON "auth_known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "auth_known_devices_by_time" ON "auth_known_devices" USING btree ("seen_at");