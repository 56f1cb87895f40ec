vcl 4.1;

# Varnish in place of nginx's cache: varnishd -f /etc/varnish/modeladvisor.vcl -p http_gzip_support=off
# (without that parameter Varnish codes by itself, and br and zstd are never asked for).

import directors;
import std;

probe ready {
    .url = "/readyz";
    .interval = 2s;
    .timeout = 2s;
    .window = 4;
    .threshold = 2;
}

backend one {
    .host = "127.0.0.1";
    .port = "8001";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 10s;
}

backend two {
    .host = "127.0.0.1";
    .port = "8002";
    .probe = ready;
    .connect_timeout = 1s;
    .first_byte_timeout = 10s;
}

# Who may purge.
acl operators {
    "127.0.0.1";
    "::1";
}

sub vcl_init {
    new instances = directors.round_robin();
    instances.add_backend(one);
    instances.add_backend(two);
}

sub vcl_recv {
    set req.backend_hint = instances.backend();
    # Written, never added to: what a client says of its own address is not believed.
    set req.http.X-Forwarded-For = client.ip;
    unset req.http.Forwarded;

    # After a new catalog: varnishadm ban 'obj.status != 0', or PURGE /.
    if (req.method == "PURGE") {
        if (client.ip !~ operators) {
            return (synth(405));
        }
        ban("obj.status != 0");
        return (synth(200, "Purged"));
    }
    if (req.method != "GET" && req.method != "HEAD") {
        std.cache_req_body(256KB);    # to be sent again where an instance did not answer
        return (pass);
    }
    if (req.url ~ "^/(mcp|healthz|readyz)(\?|$)") {
        return (pass);
    }

    # The coding that the server would choose; where a client weighs codings, its own words.
    if (req.http.Accept-Encoding && req.http.Accept-Encoding !~ "[;*]") {
        if (req.http.Accept-Encoding ~ "(?i)(^|[\s,])br([\s,]|$)") {
            set req.http.Accept-Encoding = "br";
        } elsif (req.http.Accept-Encoding ~ "(?i)(^|[\s,])zstd([\s,]|$)") {
            set req.http.Accept-Encoding = "zstd";
        } elsif (req.http.Accept-Encoding ~ "(?i)(^|[\s,])(x-)?gzip([\s,]|$)") {
            set req.http.Accept-Encoding = "gzip";
        } else {
            set req.http.Accept-Encoding = "identity";
        }
    } elsif (!req.http.Accept-Encoding) {
        set req.http.Accept-Encoding = "identity";
    }

    # The order of parameters does not matter; a repeated one stays repeated.
    set req.url = std.querysort(req.url);
    unset req.http.Cookie;
    return (hash);
}

# The key is path with query and host, and `Vary: Accept-Encoding` keeps the codings apart; HEAD is answered from GET.

sub vcl_backend_response {
    # How long an answer is kept, and how long it may be told while it is renewed, is what Cache-Control says.
    if (beresp.status >= 500 && bereq.retries < 1) {
        return (retry);
    }
    if (beresp.http.Cache-Control ~ "no-store") {
        set beresp.uncacheable = true;
        set beresp.ttl = 0s;
        return (deliver);
    }
}

sub vcl_backend_error {
    # Every question is read-only: one that an instance did not answer may go to another.
    if (bereq.retries < 1) {
        return (retry);
    }
}

sub vcl_backend_fetch {
    if (bereq.retries > 0) {
        set bereq.backend = instances.backend();
    }
}

sub vcl_deliver {
    if (obj.hits > 0) {
        set resp.http.X-Cache-Status = "HIT";
    } else {
        set resp.http.X-Cache-Status = "MISS";
    }
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}
