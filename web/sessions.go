package web

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

const (
	sessionCookie = "gannet"
	sessionTime   = 12 * time.Hour
)

// sessions knows who has given the token. A cookie has the time at which it expires, signed with a key that only this process has. Therefore no list
// of sessions grows, and no cookie has the token.
type sessions struct {
	token  [sha256.Size]byte
	key    [32]byte
	pauses *pauses // of who gives wrong tokens
}

func newSessions(token string) *sessions {
	s := &sessions{token: sha256.Sum256([]byte(token)), pauses: newPauses()}
	_, _ = rand.Read(s.key[:]) // it never fails
	return s
}

// admit reports whether a request comes from somebody who has given the token, and whether it has a token that is wrong.
func (s *sessions) admit(r *http.Request) (ok, wrong bool) {
	if token, given := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); given {
		ok = s.right(token)
		return ok, !ok
	}
	if _, token, given := r.BasicAuth(); given && r.Method == http.MethodGet && isFeed(r.URL.Path) {
		ok = s.right(token) // feed readers can send nothing else
		return ok, !ok
	}
	cookie, err := r.Cookie(sessionCookie)
	return err == nil && s.valid(cookie.Value, time.Now()), false
}

// right compares a token in constant time.
func (s *sessions) right(token string) bool {
	sum := sha256.Sum256([]byte(token))
	return subtle.ConstantTimeCompare(sum[:], s.token[:]) == 1
}

// issue returns the value of a cookie.
func (s *sessions) issue(now time.Time) string {
	end := binary.BigEndian.AppendUint64(nil, uint64(now.Add(sessionTime).Unix()))
	return base64.RawURLEncoding.EncodeToString(append(end, s.sign(end)...))
}

func (s *sessions) sign(end []byte) []byte {
	h := hmac.New(sha256.New, s.key[:])
	h.Write(end)
	return h.Sum(nil)
}

// valid reports whether this process has issued the value of a cookie, and it has not ended.
func (s *sessions) valid(value string, now time.Time) bool {
	raw, err := base64.RawURLEncoding.DecodeString(value)
	if err != nil || len(raw) != 8+sha256.Size || !hmac.Equal(raw[8:], s.sign(raw[:8])) {
		return false
	}
	return now.Unix() < int64(binary.BigEndian.Uint64(raw))
}

// loginForm is what the form shows.
type loginForm struct {
	To    string
	Wrong bool
}

func (f loginForm) title() string { return "Log in" }

func (s *Server) showLogin(w http.ResponseWriter, r *http.Request) {
	if s.sessions == nil {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	s.write(w, r, http.StatusOK, "login", nil, loginForm{To: ownPath(r.URL.Query().Get("to"))})
}

// login takes the token from the form, and nowhere else.
func (s *Server) login(w http.ResponseWriter, r *http.Request) {
	if s.sessions == nil {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	form, err := formOf(w, r, 64<<10)
	if err != nil {
		s.fail(w, r, nil, statusOf(err), err)
		return
	}
	to := ownPath(form.Get("to"))
	if !s.sessions.right(strings.TrimSpace(form.Get("token"))) {
		s.write(w, r, s.wrongToken(w, r, http.StatusForbidden), "login", nil, loginForm{To: to, Wrong: true})
		return
	}
	s.setCookie(w, r, s.sessions.issue(time.Now()), int(sessionTime.Seconds()))
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// wrongToken delays the answer to a wrong token while its client is paused, and returns the status of the response: the usual one, or that of too many
// requests.
func (s *Server) wrongToken(w http.ResponseWriter, r *http.Request, usual int) int {
	pause := s.sessions.pauses.after(clientOf(r), time.Now())
	if pause == 0 {
		return usual
	}
	s.log.Warn("a client gives wrong tokens", "client", r.RemoteAddr, "pause", pause)
	w.Header().Set("Retry-After", strconv.Itoa(int(pause.Seconds())))
	s.sessions.pauses.hold(pause, s.ended)
	return http.StatusTooManyRequests
}

func (s *Server) logout(w http.ResponseWriter, r *http.Request) {
	s.setCookie(w, r, "", -1)
	http.Redirect(w, r, "/login", http.StatusSeeOther)
}

func (s *Server) setCookie(w http.ResponseWriter, r *http.Request, value string, age int) {
	http.SetCookie(w, &http.Cookie{
		Name: sessionCookie, Value: value, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
}

// ownPath returns the path if it is one of this server, and "/" otherwise.
func ownPath(to string) string {
	u, err := url.Parse(to)
	if err != nil || u.Scheme != "" || u.Host != "" || !strings.HasPrefix(to, "/") || strings.HasPrefix(to, "//") || strings.ContainsAny(to, "\\\r\n") {
		return "/"
	}
	return to
}

func escapePath(to string) string { return url.QueryEscape(to) }
