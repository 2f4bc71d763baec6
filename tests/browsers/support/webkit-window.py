#!/usr/bin/python3
"""A WebKitGTK window that WebKitWebDriver controls: MiniBrowser does not get as narrow as a phone."""
import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def create(_session, *_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(default_width=1280, default_height=900, decorated=False)
    window.add(view)
    window.show_all()
    return view


def started(_context, session):
    session.set_application_info(WebKit2.ApplicationInfo())
    session.connect("create-web-view", create)


context.connect("automation-started", started)
Gtk.main()
